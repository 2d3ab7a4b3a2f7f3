-- Solves and rates the puzzles of a table. Rows that are not puzzles or reach a limit have a fault. Parts have about
-- equal work, because rows in order of the solver's guesses are distributed over the parts in turn.
-- table input: a column `puzzle`
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param nodes = 100000: maximum number of nodes of the search for a solution
-- param part = 1000: number of puzzles per part

-- step guessed scratch
SELECT puzzle, sudoku_guesses(puzzle, {nodes}) AS guesses FROM input

-- step distributed scratch
SELECT puzzle, guesses, (row_number() OVER (ORDER BY guesses DESC, puzzle) - 1) % {guessed.parts} AS part
FROM guessed ORDER BY part

-- step rated over 0..{guessed.parts} by 1
SELECT puzzle, solution, clues, rating['hardness'] AS hardness, rating['level'] AS level, rating['ep'] AS ep,
       rating['ed'] AS ed, rating['fault'] AS fault, guesses
FROM (SELECT puzzle, guesses, sudoku_solve(puzzle, {nodes}) AS solution, sudoku_clues(puzzle) AS clues,
             sudoku_rate(puzzle, '{scale}', {milliseconds}, {nodes}) AS rating
      FROM distributed WHERE part = {from})

-- card Ratings
SELECT level, count(*) AS puzzles, min(hardness) AS easiest, max(hardness) AS hardest FROM rated
GROUP BY level ORDER BY easiest

-- card Rows without a rating
SELECT coalesce(fault, 'null') AS fault, count(*) AS puzzles FROM rated WHERE hardness IS NULL
GROUP BY fault ORDER BY puzzles DESC LIMIT 50
