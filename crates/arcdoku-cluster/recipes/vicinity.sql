-- Finds the minimal puzzles around the puzzles of a table, then around the puzzles found, until there are no new
-- ones: the vicinity search {-minus+plus} to its fixpoint. The results are different canonical forms, with their
-- round.
-- table input: a column `puzzle`
-- param minus = 1: number of clues to remove
-- param plus = 1: maximum number of clues to add
-- param most = 17: maximum number of clues of a puzzle in the result; 81 keeps all
-- param nodes = 10000000: maximum number of puzzles to try around a puzzle
-- param rounds = 100: maximum number of rounds; at least one is run
-- param part = 100: number of puzzles per part

-- step start scratch
SELECT sudoku_canon(puzzle) AS form, sudoku_is_minimal(puzzle, {nodes}) AS minimal FROM input

-- step found
SELECT row_number() OVER (ORDER BY form) - 1 AS place, form, 0 AS round
FROM (SELECT DISTINCT form FROM start WHERE minimal) AS minimal

-- repeat {rounds} while found
-- step around scratch over 0..{found_last.rows} by {part}
SELECT DISTINCT form, CASE WHEN form IS NULL THEN center END AS unfinished
FROM (SELECT form AS center, unnest(coalesce(sudoku_vicinity(form, {minus}, {plus}, {nodes}), [NULL])) AS form
      FROM found_last WHERE place >= {from} AND place < {to}) AS near
WHERE form IS NULL OR sudoku_clues(form) <= {most}

-- step found
SELECT row_number() OVER (ORDER BY form) - 1 AS place, form, {round} AS round
FROM (SELECT DISTINCT form FROM around_last WHERE form IS NOT NULL) AS near LEFT ANTI JOIN found ON near.form = found.form
-- end

-- card Puzzles of the table
SELECT minimal, count(*) AS puzzles FROM start GROUP BY minimal ORDER BY minimal

-- card Puzzles around which the search reached its limit
SELECT count(DISTINCT unfinished) AS puzzles FROM around

-- card Puzzles by round
SELECT round, count(*) AS puzzles FROM found GROUP BY round ORDER BY round

-- card Puzzles by clues
SELECT sudoku_clues(form) AS clues, count(*) AS puzzles FROM found GROUP BY clues ORDER BY clues
