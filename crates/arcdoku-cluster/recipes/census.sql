-- Describes a set: outcomes, clues, classes, ratings. Parts have about equal work, because rows in order of the
-- solver's guesses are distributed over the parts in turn.
-- table input: a column `puzzle`
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param nodes = 100000: maximum number of nodes of the searches for a row
-- param part = 1000: number of puzzles per part

-- step guessed scratch
SELECT puzzle, sudoku_guesses(puzzle, {nodes}) AS guesses FROM input

-- step distributed scratch
SELECT puzzle, guesses, (row_number() OVER (ORDER BY guesses DESC, puzzle) - 1) % {guessed.parts} AS part
FROM guessed ORDER BY part

-- step known over 0..{guessed.parts} by 1
SELECT puzzle, outcome, clues, minimal, key, guesses, rating['hardness'] AS hardness, rating['level'] AS level,
       coalesce(fault, rating['fault']) AS fault
FROM (SELECT puzzle, sudoku_outcome(puzzle, {nodes}) AS outcome, sudoku_clues(puzzle) AS clues,
             sudoku_is_minimal(puzzle, {nodes}) AS minimal, sudoku_key(puzzle) AS key, guesses,
             sudoku_rate(puzzle, '{scale}', {milliseconds}, {nodes}) AS rating, sudoku_fault(puzzle) AS fault
      FROM distributed WHERE part = {from})

-- card Puzzles
SELECT coalesce(sum(times), 0) AS rows, coalesce(sum(texts), 0) AS texts, coalesce(sum(different), 0) AS different,
       count(key) AS classes, coalesce(sum(minimal), 0) AS minimal
FROM (SELECT key, sum(times) AS times, sum(CASE WHEN puzzle IS NULL THEN 0 ELSE times END) AS texts,
             count(puzzle) AS different, sum(CASE WHEN minimal THEN times ELSE 0 END) AS minimal
      FROM (SELECT puzzle, key, minimal, count(*) AS times FROM known GROUP BY puzzle, key, minimal) AS texts
      GROUP BY key) AS classes

-- card Outcomes
SELECT outcome, count(*) AS puzzles FROM known GROUP BY outcome ORDER BY puzzles DESC

-- card Clues and ratings
SELECT clues, count(*) AS puzzles, round(avg(hardness), 1) AS mean_hardness, max(hardness) AS hardest FROM known
GROUP BY clues ORDER BY clues

-- card Levels
SELECT level, count(*) AS puzzles FROM known GROUP BY level ORDER BY puzzles DESC

-- card Guesses
SELECT least(guesses, 10) AS guesses_up_to_10, count(*) AS puzzles FROM known GROUP BY 1 ORDER BY 1

-- card Faults
SELECT fault, count(*) AS puzzles FROM known WHERE fault IS NOT NULL GROUP BY fault ORDER BY puzzles DESC LIMIT 50
