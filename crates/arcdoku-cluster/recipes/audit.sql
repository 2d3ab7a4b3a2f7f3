-- Checks whether a test set is independent of its training set. Reports duplicates, equivalent puzzles within and
-- across sets, puzzles that are not proper, and the distribution of ratings.
-- table train: a column `puzzle`
-- table test: a column `puzzle`
-- param scale = hodoku: scale of the ratings: hodoku, relaxed or se
-- param milliseconds = 60000: maximum time of a rating
-- param nodes = 100000: maximum number of nodes of a search for a solution
-- param sample = 1000: number of puzzles of each set to rate

-- step trained scratch
SELECT 'train' AS split, puzzle, sudoku_key(puzzle) AS key, sudoku_outcome(puzzle, {nodes}) AS outcome FROM train

-- step tested scratch
SELECT 'test' AS split, puzzle, sudoku_key(puzzle) AS key, sudoku_outcome(puzzle, {nodes}) AS outcome FROM test

-- step leaks
SELECT tested.puzzle, tested.key FROM tested LEFT SEMI JOIN trained ON tested.key = trained.key

-- step rated_train
SELECT 'train' AS split, puzzle, rating['hardness'] AS hardness, rating['level'] AS level, rating['fault'] AS fault
FROM (SELECT puzzle, sudoku_rate(puzzle, '{scale}', {milliseconds}, {nodes}) AS rating
      FROM (SELECT puzzle, row_number() OVER (ORDER BY encode(key, 'hex'), puzzle) AS place FROM trained)
      WHERE place <= {sample})

-- step rated_test
SELECT 'test' AS split, puzzle, rating['hardness'] AS hardness, rating['level'] AS level, rating['fault'] AS fault
FROM (SELECT puzzle, sudoku_rate(puzzle, '{scale}', {milliseconds}, {nodes}) AS rating
      FROM (SELECT puzzle, row_number() OVER (ORDER BY encode(key, 'hex'), puzzle) AS place FROM tested)
      WHERE place <= {sample})

-- card Sets
SELECT split, sum(times) AS rows, sum(duplicates) AS duplicates, count(key) AS classes,
       sum(CASE WHEN key IS NULL THEN 0 ELSE times - 1 END) AS rows_of_known_classes, sum(not_proper) AS not_proper,
       sum(malformed) AS malformed, sum(unknown) AS unknown
FROM (SELECT split, key, sum(times) AS times, sum(CASE WHEN puzzle IS NULL THEN 0 ELSE times - 1 END) AS duplicates,
             sum(CASE WHEN outcome IN ('multiple', 'unsatisfiable') THEN times ELSE 0 END) AS not_proper,
             sum(CASE WHEN outcome = 'malformed' THEN times ELSE 0 END) AS malformed,
             sum(CASE WHEN outcome = 'unknown' THEN times ELSE 0 END) AS unknown
      FROM (SELECT split, puzzle, key, outcome, count(*) AS times
            FROM (SELECT * FROM trained UNION ALL SELECT * FROM tested) GROUP BY split, puzzle, key, outcome) AS texts
      GROUP BY split, key) AS classes
GROUP BY split ORDER BY split DESC

-- card Test puzzles whose class is in the training set
SELECT coalesce(sum(times), 0) AS rows, count(*) AS classes
FROM (SELECT key, count(*) AS times FROM leaks GROUP BY key) AS classes

-- card Outcomes
SELECT split, outcome, count(*) AS puzzles FROM (SELECT * FROM trained UNION ALL SELECT * FROM tested)
GROUP BY split, outcome ORDER BY split DESC, puzzles DESC

-- card Ratings of the sample
SELECT split, level, count(*) AS puzzles, round(avg(hardness), 1) AS mean_hardness, max(hardness) AS hardest
FROM (SELECT * FROM rated_train UNION ALL SELECT * FROM rated_test) GROUP BY split, level ORDER BY split DESC, mean_hardness
