"""Solution of the exercise of chapter 12."""

# The nine cells of all boxes, and their spare bits.
ALL = 0b0111111111_0111111111_0111111111
SPARE = 0b1000000000_1000000000_1000000000


def bit_of(cell: int) -> int:
    """Return the number of the bit of a cell, from 0 to 80, in the word of its band."""
    row, column = divmod(cell % 27, 9)
    box, column = divmod(column, 3)
    return 10 * box + 3 * row + column


def empty_boxes(word: int) -> int:
    """Return the spare bits of the boxes without a candidate."""
    return SPARE & ~(word + ALL)


def lone(word: int) -> int:
    """Return the candidates that are alone in their box."""
    # The number of each box without its lowest bit: 0 if that was the only one.
    rest = word & (word + ALL) & ALL
    # The spare bit of the boxes without a rest, and from it the nine bits below.
    alone = empty_boxes(rest)
    return word & (alone - (alone >> 9))


def naked(words: list[int]) -> int:
    """Return the cells of a band that have exactly one candidate."""
    one = two = 0
    for word in words:
        two |= one & word
        one |= word
    return one & ~two


def board_of(puzzle: str) -> list[int]:
    """Return the board of a puzzle."""
    # The cells of a row of a band, and of a column of it, as bits.
    rows = [0b111 << 3 * row for row in range(3)]
    rows = [cells | cells << 10 | cells << 20 for cells in rows]
    columns = [0b001001001 << 10 * (column // 3) + column % 3 for column in range(9)]
    board = [ALL] * 27
    for cell, sign in enumerate(puzzle):
        if sign == ".":
            continue
        digit, band = int(sign), cell // 27
        for other in range(9):
            board[3 * other + band] &= ~(1 << bit_of(cell))
        at = 3 * (digit - 1)
        box = 0b111111111 << 10 * (cell % 9 // 3)
        board[at + band] &= ~(rows[cell // 9 % 3] | box)
        for word in range(at, at + 3):
            board[word] &= ~columns[cell % 9]
    for cell, sign in enumerate(puzzle):
        if sign != ".":
            board[3 * (int(sign) - 1) + cell // 27] |= 1 << bit_of(cell)
    return board
