# Read by scripts/test (POSIX sh): `find_browser` sees to it that the browser tests have a Chromium, and names it in CHROMIUM.

name_browser() {
  if [ -n "${CHROMIUM-}" ]; then return 0; fi
  for candidate in chromium chromium-browser google-chrome; do
    if CHROMIUM=$(command -v "$candidate"); then export CHROMIUM && return 0; fi
  done
  CHROMIUM=$("$venv/bin/python" -c 'import pathlib, playwright.sync_api as p
with p.sync_playwright() as w: print(pathlib.Path(w.chromium.executable_path).resolve(strict=True))' 2>/dev/null) || CHROMIUM=
  export CHROMIUM
  [ -n "$CHROMIUM" ]
}

find_browser() {
  if name_browser; then return; fi
  say "No Chromium on this machine: installing one for the browser tests ..."
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends chromium; } >&2 || true
  else
    "$venv/bin/python" -m playwright install chromium >&2 || true
  fi
  name_browser || fail "The browser tests need Chromium; install it, or leave them out: scripts/test --ignore tests/browser tests"
}
