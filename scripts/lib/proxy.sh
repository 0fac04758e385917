# Read by scripts/test (POSIX sh): `find_proxy` sees to it that the test of docs/proxy.md has nginx and openssl, where we may install
# them; elsewhere that test is skipped, and says why.

find_proxy() {
  PATH=$PATH:/usr/sbin
  export PATH
  if command -v nginx >/dev/null 2>&1 && command -v openssl >/dev/null 2>&1; then return; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "No nginx on this machine: installing it for the test of docs/proxy.md ..."
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -qq --no-install-recommends nginx openssl; } >&2 || true
  fi
}
