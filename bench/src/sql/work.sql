-- Generates puzzles, or generates and rates them: work without files, with one task per part.
-- param run = 17: seed of the run
-- param count = 1000: number of puzzles
-- param part = 100: number of puzzles per part

-- step done over 0..{count} by {part}
