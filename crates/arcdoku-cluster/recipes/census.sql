-- What is in a set: outcomes, clues, classes, ratings, backdoors.
-- table input: a column `puzzle`
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param part = 1000: puzzles of a part

-- step numbered scratch
SELECT row_number() OVER (ORDER BY puzzle) - 1 AS place, puzzle FROM input

-- step known over 0..{numbered.rows} by {part}
SELECT puzzle, outcome, clues, minimal, key, guesses, rating['hardness'] AS hardness, rating['level'] AS level,
       coalesce(fault, rating['fault']) AS fault
FROM (SELECT puzzle, sudoku_outcome(puzzle) AS outcome, sudoku_clues(puzzle) AS clues,
             sudoku_is_minimal(puzzle) AS minimal, sudoku_key(puzzle) AS key, sudoku_guesses(puzzle) AS guesses,
             sudoku_rate(puzzle, '{scale}', {milliseconds}) AS rating, sudoku_fault(puzzle) AS fault
      FROM numbered WHERE place >= {from} AND place < {to})

-- card Puzzles
SELECT count(*) AS rows, count(puzzle) AS texts, count(DISTINCT puzzle) AS different, count(DISTINCT key) AS classes,
       sum(CASE WHEN minimal THEN 1 ELSE 0 END) AS minimal FROM known

-- card Outcomes
SELECT outcome, count(*) AS puzzles FROM known GROUP BY outcome ORDER BY puzzles DESC

-- card Clues
SELECT clues, count(*) AS puzzles, round(avg(hardness), 1) AS mean_hardness, max(hardness) AS hardest FROM known
GROUP BY clues ORDER BY clues

-- card Levels
SELECT level, count(*) AS puzzles FROM known GROUP BY level ORDER BY puzzles DESC

-- card Guesses
SELECT least(guesses, 10) AS guesses_up_to_10, count(*) AS puzzles FROM known GROUP BY 1 ORDER BY 1

-- card Faults
SELECT fault, count(*) AS puzzles FROM known WHERE fault IS NOT NULL GROUP BY fault ORDER BY puzzles DESC LIMIT 50
