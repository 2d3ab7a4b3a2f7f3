#!/usr/bin/env bash
# Compares two builds: outputs byte for byte, and the results and instructions of every probe.
#
#   bench/compare.sh [--outputs | --counts] BASE NEW [SUBJECT...]
# BASE and NEW are checkouts or folders with release builds of `arcdoku` and `bench`:
#   cargo build --release --package arcdoku-cli --package bench
# Subjects are those of `bench probe`; by default all subjects that both builds have. Instructions are counted by
# valgrind's callgrind in the region that each probe marks. Valgrind hides AVX-512, so the tier is AVX2. A build may
# execute at most 2 % more instructions than BASE (BAR=1.02). Exit code: 0 if all are within this limit.
set -uo pipefail
export LC_ALL=C

mode=all
case ${1:-} in --outputs | --counts) mode=${1#--}; shift ;; esac
[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
build() {
    for folder in "$1" "$1/target/release"; do
        if [ -f "$folder/arcdoku" ] && [ -x "$folder/arcdoku" ]; then (cd "$folder" && pwd); return; fi
    done
    echo "compare: no program arcdoku in $1 or $1/target/release" >&2
    return 1
}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
base=$(build "$1") && new=$(build "$2") || exit 2
shift 2
export ARCDOKU_SHARED=${ARCDOKU_SHARED:-$(cd "$root/.." && pwd)/shared}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Only durations, rates, and the widths of their columns may differ.
mask() {
    awk '
        /"time_us_each"/ { times = 1 }
        times { gsub(/[0-9.]+/, "T") }
        /}/ { times = 0 }
        {
            gsub(/"time_us":[0-9. ]+/, "\"time_us\":T")
            gsub(/[0-9][0-9.,]* (ns|us|ms|s|min)/, "T")
            gsub(/\([0-9.,]+\/s\)/, "(T)")
            if (masks_decimals) gsub(/[0-9]+\.[0-9]+/, "T")
            if (masks_spaces) gsub(/ +/, " ")
            print
        }' masks_decimals="$1" masks_spaces="$1"
}

# Runs a line of the matrix with one build, and records output, messages, exit code and written files.
run_line() {
    local program=$1 line=$2 folder=$3 timed=0
    case $line in *arcdoku\ compare*) timed=1 ;; esac
    mkdir -p "$folder" && (
        cd "$folder" || exit
        ln -s "$root/testdata" testdata
        ln -s "$ARCDOKU_SHARED/data" shared
        PATH=$(dirname "$program"):$PATH
        eval "$line" >stdout.raw 2>stderr.raw
        echo "exit code $?" >code
        rm testdata shared
        for stream in stdout stderr; do mask $timed <$stream.raw >$stream; rm $stream.raw; done
    )
}

if [ $mode != counts ]; then
    lines=0 differing=0
    while IFS= read -r line; do
        case $line in '' | '#'*) continue ;; esac
        case $line in *shared/*) [ -d "$ARCDOKU_SHARED/data" ] || { echo "skipped: $line"; continue; } ;; esac
        lines=$((lines + 1))
        rm -rf "$work/base" "$work/new"
        run_line "$base/arcdoku" "$line" "$work/base" &
        run_line "$new/arcdoku" "$line" "$work/new"
        wait
        if ! diff -r "$work/base" "$work/new" >"$work/diff"; then
            differing=$((differing + 1)) status=1
            echo "DIFFERS: $line"
            grep '^[<>-]\|^Only' "$work/diff" | head -6 | cut -c1-200 | sed 's/^/    /'
        fi
    done <"$root/bench/compare.txt"
    echo "outputs: $lines commands, $differing differ"
fi

[ $mode != outputs ] || exit $status
command -v valgrind >/dev/null || { echo "skipped: counts, valgrind is not installed"; exit $status; }
if ! "$base/bench" probe >/dev/null 2>&1 || ! "$new/bench" probe >/dev/null; then
    echo "compare: no program bench with the command probe next to arcdoku" >&2
    exit 2
fi

# Prints the instructions in the counted region of a probe; leaves its result in a file. The subject `plain-lines` is
# the whole program, from file to file.
count() {
    if [ "$2" = plain-lines ]; then
        set -- "$1/arcdoku" "" "$3" solve -j 1 --format line "$work/lines"
    else
        set -- "$1/bench" '--toggle-collect=*counted_region*' "$3" probe "$2"
    fi
    local program=$1 option=$2 result=$3
    shift 3
    valgrind --tool=callgrind --callgrind-out-file=/dev/null ${option:+"$option"} \
        "$program" "$@" >"$result" 2>"$result.log"
    sed -n 's/.*Collected *: *//p' "$result.log"
}

echo "size of arcdoku: $(stat -c %s "$base/arcdoku") bytes, new $(stat -c %s "$new/arcdoku") bytes"
[ $# -gt 0 ] || mapfile -t subjects < <("$new/bench" probe | grep -Fx -f <("$base/bench" probe) && echo plain-lines)
[ $# -eq 0 ] || subjects=("$@")
"$new/arcdoku" generate --count 2000 --seed 1 >"$work/2000"
for _ in 1 2 3 4 5; do cat "$work/2000"; done >"$work/lines"
printf '%-22s %15s %15s %7s  %s\n' subject base new ratio verdict
for subject in "${subjects[@]}"; do
    count "$base" "$subject" "$work/base.result" >"$work/base.count" &
    count "$new" "$subject" "$work/new.result" >"$work/new.count"
    wait
    before=$(cat "$work/base.count") after=$(cat "$work/new.count")
    verdict=ok
    if ! cmp -s "$work/base.result" "$work/new.result"; then
        verdict="RESULTS DIFFER: $(cat "$work/base.result") / $(cat "$work/new.result")"
    elif [ "${before:-0}" = 0 ] || [ "${after:-0}" = 0 ]; then
        verdict="NOT COUNTED"
    elif awk "BEGIN { exit !($after > $before * ${BAR:-1.02}) }"; then
        verdict="SLOWER"
    fi
    [ "$verdict" = ok ] || status=1
    ratio=$(awk "BEGIN { print ${before:-0} ? sprintf(\"%.4f\", ${after:-0} / ${before:-0}) : \"-\" }")
    printf '%-22s %15s %15s %7s  %s\n' "$subject" "${before:--}" "${after:--}" "$ratio" "$verdict"
done
exit $status
