#!/bin/sh
# Installs what Debian and Ubuntu lack: `run` the libraries of Qt and OpenGL, `test` those and what only tests need
# (a display without a screen, pages of PDF as pictures, other locales, libgomp1 for Pinocchio).
# As root or with a sudo that asks nothing it installs them; otherwise it prints the command and exits with 1, as where
# it fails. While another apt is at work it waits, up to five minutes.
set -eu

command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || exit 0

wanted="libgl1 libegl1 libgl1-mesa-dri libglib2.0-0 libfontconfig1 fonts-dejavu-core libdbus-1-3
libxkbcommon0 libxkbcommon-x11-0 libx11-xcb1 libxcb-cursor0 libxcb-glx0 libxcb-icccm4 libxcb-image0
libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-util1
libxcb-xfixes0 libxcb-xkb1"
[ "${1:-run}" = run ] || wanted="$wanted xvfb xauth poppler-utils libgomp1 locales"
python3 -c "import ensurepip, venv" 2>/dev/null || wanted="$wanted python3-venv"

installed() {  # also under the name with a t64 suffix that newer releases use
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed ||
        dpkg-query -W -f '${db:Status-Status}\n' "$1t64" 2>/dev/null | grep -qx installed
}

missing=""
for name in $wanted; do
    installed "$name" || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    run=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    run="sudo"
else
    echo "Some system libraries are missing. Please run, then try again:" >&2
    echo "    sudo apt-get update && sudo $install" >&2
    exit 1
fi
echo "Installing system libraries:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
rounds=30
until { $run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $run $install; } >"$log" 2>&1; do
    if [ "$rounds" = 0 ] || ! grep -q "^E: Could not get lock" "$log"; then
        tail -n 5 "$log" >&2
        echo "The system libraries could not be installed. By hand: apt-get update && $install" >&2
        exit 1
    fi
    [ "$rounds" != 30 ] || echo "Another program is installing packages; waiting for it (at most five minutes) ..."
    rounds=$((rounds - 1))
    sleep "${APT_PAUSE:-10}"
done
