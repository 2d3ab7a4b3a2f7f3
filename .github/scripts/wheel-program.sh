#!/usr/bin/env bash
# Builds the program `arcdoku` with the page in it, for the targets that are given as arguments, and copies it to the
# folder whose files maturin adds to the wheel as programs. Two targets of macOS become one universal program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Without these files, the program would be built without its page.
test -f page/dist/index.html

# As dist does for the archives: the program needs no C runtime of the system.
export CARGO_TARGET_X86_64_PC_WINDOWS_MSVC_RUSTFLAGS="-Ctarget-feature=+crt-static"

# maturin finds this folder by the name of the module. It is an error if it has other files.
folder='crates/arcdoku-py/arcdoku._native.data'
rm -rf "$folder"
mkdir -p "$folder/scripts"

programs=()
for target in "$@"; do
    cargo build --locked --profile dist --package arcdoku-cli --features page --target "$target"
    case $target in
        *-windows-*) programs+=("target/$target/dist/arcdoku.exe") ;;
        *) programs+=("target/$target/dist/arcdoku") ;;
    esac
done

if [[ ${#programs[@]} -gt 1 ]]; then
    lipo -create -output "$folder/scripts/arcdoku" "${programs[@]}"
else
    cp "${programs[0]}" "$folder/scripts/"
fi
ls -l "$folder/scripts"
