-- Generates puzzles, or generates and rates them: work without files, one task a part.
-- param run = 17: seed of the run
-- param count = 1000: number of puzzles
-- param part = 100: puzzles of a part

-- step done over 0..{count} by {part}
