#!/usr/bin/env bash
# Installs dist, in the version that dist-workspace.toml names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(sed -n 's/^cargo-dist-version = "\(.*\)"$/\1/p' dist-workspace.toml)
release=https://github.com/axodotdev/cargo-dist/releases/download/v$version
curl --proto '=https' --tlsv1.2 -LsSf "$release/cargo-dist-installer.sh" | sh
