"""Exercise of chapter 12: the candidates of a 9x9 grid as bits.

The layout is the layout of the chapter. The candidates of one digit in one band (three rows) are a word of 32 bits.
Each of the three boxes takes ten bits: nine cells, row by row, and a spare bit, which is 0 between two operations. Box
0 has the lowest bits. A set bit is a candidate.

A board is a list of 27 words: the word of the digit d (from 1) in the band b (from 0) is number `3 * (d - 1) + b`.

No function needs a loop over cells except the first one. Tasks 2 and 3 need no loop at all.

Task 1. `bit_of(cell)` returns the number of the bit of a cell in the word of its band. Cells are numbered from 0 to
80, row by row.

Task 2. `empty_boxes(word)` returns a word that has the spare bit of each box without a candidate, and no other bit.

Task 3. `lone(word)` returns the candidates that are the only ones of their box: hidden singles.

Task 4. `naked(words)` takes the words of nine digits in one band, and returns the cells with exactly one candidate,
as one word. Count to two in all cells at the same time: keep a word of the cells with at least one candidate, and
one of those with at least two. A loop over the nine words is enough.

Task 5. `board_of(puzzle)` returns the board of a puzzle of 81 characters: the clues are candidates, and each open
cell has all digits that no clue of its row, column or box is. This function may loop over the clues.
"""

# The nine cells of all boxes, and their spare bits.
ALL = 0b0111111111_0111111111_0111111111
SPARE = 0b1000000000_1000000000_1000000000


def bit_of(cell: int) -> int:
    """Return the number of the bit of a cell, from 0 to 80, in the word of its band."""
    raise NotImplementedError


def empty_boxes(word: int) -> int:
    """Return the spare bits of the boxes without a candidate."""
    raise NotImplementedError


def lone(word: int) -> int:
    """Return the candidates that are alone in their box."""
    raise NotImplementedError


def naked(words: list[int]) -> int:
    """Return the cells of a band that have exactly one candidate."""
    raise NotImplementedError


def board_of(puzzle: str) -> list[int]:
    """Return the board of a puzzle."""
    raise NotImplementedError
