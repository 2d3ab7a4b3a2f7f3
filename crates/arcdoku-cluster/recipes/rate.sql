-- Solves and rates the puzzles of a table. Rows that are no puzzles have a fault. Parts have puzzles of similar
-- work, so that hard ones do not keep one executor busy alone.
-- table input: a column `puzzle`
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param part = 1000: puzzles of a part

-- step numbered scratch
SELECT row_number() OVER (ORDER BY guesses DESC, puzzle) - 1 AS place, puzzle, guesses
FROM (SELECT puzzle, sudoku_guesses(puzzle, 100000) AS guesses FROM input)

-- step rated over 0..{numbered.rows} by {part}
SELECT puzzle, solution, clues, rating['hardness'] AS hardness, rating['level'] AS level, rating['ep'] AS ep,
       rating['ed'] AS ed, rating['fault'] AS fault, guesses
FROM (SELECT puzzle, guesses, sudoku_solve(puzzle) AS solution, sudoku_clues(puzzle) AS clues,
             sudoku_rate(puzzle, '{scale}', {milliseconds}) AS rating
      FROM numbered WHERE place >= {from} AND place < {to})

-- card Ratings
SELECT level, count(*) AS puzzles, min(hardness) AS easiest, max(hardness) AS hardest FROM rated
GROUP BY level ORDER BY easiest

-- card Rows without a rating
SELECT coalesce(fault, 'null') AS fault, count(*) AS puzzles FROM rated WHERE hardness IS NULL
GROUP BY fault ORDER BY puzzles DESC LIMIT 50
