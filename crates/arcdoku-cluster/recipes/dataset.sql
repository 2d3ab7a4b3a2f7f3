-- Makes a data set of puzzles of different classes, with ratings, split into a training and a test set.
-- param run = 1: seed of the run; the same seed makes the same data set
-- param count = 100000: number of puzzles to make, before equivalent ones are removed
-- param request without shape rule draw cages = : requirements of 9x9 puzzles, such as clues 22..26; symmetry half-turn
-- param tries = 1000000: maximum number of tries for a puzzle; a seed that needs more yields no puzzle
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param test = 0.1: share of the classes in the test set
-- param part = 10000: number of puzzles per part

-- step made scratch over 0..{count} by {part}
SELECT number, seed, puzzle, sudoku_key(puzzle) AS key
FROM (SELECT number, seed, sudoku_generate(seed, '{request}', {tries}) AS puzzle
      FROM (SELECT number, sudoku_seed({run}, number) AS seed
            FROM (SELECT unnest(range({from}, {to})) AS number)))

-- step classes scratch
SELECT row_number() OVER (ORDER BY number) - 1 AS place, number, seed, puzzle, key
FROM (SELECT key, min(number) AS number, first_value(seed ORDER BY number) AS seed,
             first_value(puzzle ORDER BY number) AS puzzle
      FROM made WHERE puzzle IS NOT NULL AND key IS NOT NULL GROUP BY key)

-- step rated scratch over 0..{classes.rows} by {part}
SELECT place, number, seed, puzzle, solution, clues, rating['hardness'] AS hardness, rating['level'] AS level,
       rating['ep'] AS ep, rating['ed'] AS ed, rating['fault'] AS fault, guesses, key, sudoku_share(key) AS share
FROM (SELECT place, number, seed, puzzle, key, sudoku_solve(puzzle) AS solution, sudoku_clues(puzzle) AS clues,
             sudoku_guesses(puzzle) AS guesses, sudoku_rate(puzzle, '{scale}', {milliseconds}) AS rating
      FROM classes WHERE place >= {from} AND place < {to})

-- step train over 0..{classes.rows} by 1000000
SELECT number, seed, puzzle, solution, clues, hardness, level, ep, ed, fault, guesses, key
FROM rated WHERE place >= {from} AND place < {to} AND share >= {test} ORDER BY number

-- step test over 0..{classes.rows} by 1000000
SELECT number, seed, puzzle, solution, clues, hardness, level, ep, ed, fault, guesses, key
FROM rated WHERE place >= {from} AND place < {to} AND share < {test} ORDER BY number

-- card Puzzles
SELECT 'train' AS split, count(*) AS puzzles, min(clues) AS fewest_clues, max(clues) AS most_clues,
       round(avg(hardness), 1) AS mean_hardness, max(hardness) AS hardest, count(fault) AS without_rating FROM train
UNION ALL
SELECT 'test', count(*), min(clues), max(clues), round(avg(hardness), 1), max(hardness), count(fault) FROM test
ORDER BY split DESC

-- card Left out
SELECT (SELECT count(*) FROM made) AS made, (SELECT count(*) FROM made WHERE puzzle IS NULL) AS given_up,
       (SELECT count(*) FROM made WHERE puzzle IS NOT NULL AND key IS NULL) AS without_key,
       (SELECT count(*) FROM classes) AS classes

-- card Clues
SELECT clues, count(*) AS puzzles, round(avg(hardness), 1) AS mean_hardness FROM rated GROUP BY clues ORDER BY clues

-- card Levels
SELECT level, count(*) AS puzzles FROM rated GROUP BY level ORDER BY puzzles DESC

-- card Rows without a rating
SELECT fault, count(*) AS puzzles FROM rated WHERE fault IS NOT NULL GROUP BY fault ORDER BY fault
