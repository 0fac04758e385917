# Read by the scripts (POSIX sh): `prepare run` or `prepare dev` makes .venv what pyproject.toml and client/ ask for.
# Nothing outside the project is touched, so a Python that refuses global installs (PEP 668) is no obstacle.
# When nothing has changed it costs one `find`: every source that is newer than the stamp of the last set-up counts as a change.

venv="$root/.venv"
static="$root/src/croupier/static/.digest"

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 2
}

changed_since() { # STAMP
  find "$root/pyproject.toml" "$root/hatch_build.py" -newer "$1" -print 2>/dev/null
  find "$root/client" -mindepth 1 \( -name node_modules -o -name dist -o -name coverage \) -prune -o -newer "$1" -print 2>/dev/null
}

# What is installed has its folder's path written into it: a folder that was moved or copied is set up from the start.
is_at_home() {
  [ ! -f "$venv/.home" ] || [ "$(cat "$venv/.home")" = "$root" ]
}

is_ready() { # run|dev
  is_at_home || return 1
  [ -f "$venv/.ready-$1" ] && [ -x "$venv/bin/croupier" ] && [ -x "$venv/bin/python" ] || return 1
  [ -f "$static" ] || [ "${CROUPIER_SKIP_CLIENT-}" = 1 ] || [ ! -f "$root/client/package.json" ] || return 1
  [ -z "$(changed_since "$venv/.ready-$1" | head -n 1)" ]
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null 2>&1 && new_enough "$name"; then
      command -v "$name"
      return
    fi
  done
  fail "Croupier needs Python 3.11 or newer, and none is on PATH."
}

dev_requirements() {
  "$venv/bin/python" -c 'import sys, tomllib
print("\n".join(tomllib.load(open(sys.argv[1], "rb"))["dependency-groups"]["dev"]))' "$root/pyproject.toml"
}

install() { # what `pip install` takes
  if command -v uv >/dev/null 2>&1; then
    uv pip install --quiet --python "$venv/bin/python" "$@" && return
    say "uv could not install it; trying pip."
  fi
  "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$venv/bin/python" -m ensurepip --upgrade >/dev/null
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

make_venv() {
  # .making: a set-up was ended before it had installed all; what it left may look whole and is not
  if [ -x "$venv/bin/python" ] && [ ! -e "$venv/.making" ] && is_at_home && new_enough "$venv/bin/python"; then return; fi
  if command -v uv >/dev/null 2>&1 && uv venv --quiet --clear --python "$python" "$venv"; then :; else
    "$python" -m venv --clear "$venv" || fail "$python cannot make a virtual environment; on Debian: apt-get install python3-venv"
  fi
  : >"$venv/.making"
}

# One set-up at a time. The lock is the operating system's, on descriptor 9, and goes with the processes that hold it, however
# they end; a file that lies about locks nobody out. Python takes it, since macOS has no flock(1).
lock() {
  [ -w "$root" ] || fail "$root cannot be written to, and setting up Croupier needs that."
  python=$(find_python) || exit 2
  if [ -d "$root/.setup.lock" ] || [ ! -w "$root/.setup.lock" ]; then rm -rf "$root/.setup.lock"; fi
  exec 9>>"$root/.setup.lock"
  "$python" "$root/scripts/lib/lock.py" 9 "$root/.setup.lock" || fail "Waiting for another set-up was ended."
  echo $$ >"$root/.setup.lock"
  rm -rf "$root/.setup" # with which older versions locked
}

unlock() {
  exec 9>&-
}

prepare() { # run|dev
  if is_ready "$1"; then return; fi
  lock
  if ! is_ready "$1"; then set_up "$1"; fi
  unlock
}

# The lock was written when this set-up began: edits made while it runs count as changes the next time.
stamp() { # FILE
  touch -r "$root/.setup.lock" "$1"
}

set_up() { # run|dev
  say "Setting up Croupier: what is new or has changed; this takes up to a minute the first time ..."
  make_venv
  install -e "$root" || fail "Setting up Croupier failed; the lines above say why."
  printf '%s\n' "$root" >"$venv/.home"
  rm -f "$venv/.making"
  if [ "$1" = dev ]; then
    dev_requirements >"$venv/dev.txt"
    install -r "$venv/dev.txt" || fail "The tools for development could not be installed; the lines above say why."
    "$venv/bin/python" "$root/hatch_build.py" --needs >"$venv/node.txt"
    install -r "$venv/node.txt" || fail "Node could not be installed from its wheel; the lines above say why."
    stamp "$venv/.ready-dev"
  fi
  stamp "$venv/.ready-run"
}
