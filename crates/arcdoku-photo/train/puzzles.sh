#!/bin/sh
# Prints the puzzles of puzzles.txt, each with its solution: puzzles.sh ARCDOKU
# As in newspapers, the clues of three quarters of the 9x9 puzzles are symmetric.
set -eu
arcdoku=$1
make() {
    "$arcdoku" generate --format csv "$@" | tail -n +2 | cut -d , -f 1,2 | tr , ' '
}
make -n 180 --seed 5 --minimal any --clues 24..36 --symmetry half-turn
make -n 60 --seed 1 --minimal any --clues 24..36
make -n 60 --seed 2 --shape 2x2
make -n 60 --seed 3 --shape 2x3
make -n 40 --seed 4 --shape 4x4
