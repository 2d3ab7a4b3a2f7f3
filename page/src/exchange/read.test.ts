import { beforeAll, describe, expect, test, vi } from 'vitest';

import { en } from '../words/en';
import { decoded, fileName, stem } from './files';
import { boardSvg } from './picture';
import type { ReadReply } from './library';
import { qrOf } from './qr';
import { type Outcome, readText } from './read';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const GIVENS = [...LINE].map((symbol) => Number(symbol.replace('.', '0')));

/* Numbers are formatted in the language of the page, which by default is the language of the browser. */
beforeAll(() => void vi.stubGlobal('navigator', { language: 'en' }));

/** A simulated library that always reads the same puzzle and refuses texts with a question mark. */
function library(extra: object = {}) {
  const received: string[] = [];
  const read = async (text: string): Promise<ReadReply> => {
    received.push(text);
    const shape = { size: 9, box_rows: 3, box_columns: 3 };
    const head = { version: 1, notation: 'line', json: '{}', puzzle: LINE, puzzles: 1, unreadable: 0, constraints: [] };
    const plain = { ...head, shape, ruleset: {}, givens: GIVENS, digits: GIVENS };
    const fault = { code: 'symbol' as const, line: 2, column: 3, found: "'?'", expected: 'a digit' };
    return text.includes('?') ? { ...plain, fault } : { ...plain, ...extra };
  };
  return { read, received };
}

async function problem(text: string, words = en): Promise<string> {
  const outcome = await readText(text, library().read, words);
  if (outcome.kind !== 'problem') throw new Error(outcome.kind);
  return outcome.text;
}

const puzzle = (outcome: Outcome) => {
  if (outcome.kind !== 'puzzle') throw new Error(JSON.stringify(outcome));
  return outcome;
};

describe('texts', () => {
  test('a line is read without the library', async () => {
    const { read, received } = library();
    expect(puzzle(await readText(` ${LINE}\n`, read, en)).puzzle.givens).toEqual(GIVENS);
    expect(received).toEqual([]);
  });

  test('the library reads everything else', async () => {
    const text = LINE.replace(/.{9}/g, '$&\n');
    const outcome = puzzle(await readText(text, library({ puzzles: 3 }).read, en));
    expect(outcome.puzzle.text).toBe(LINE);
    expect(outcome.notes).toEqual(['The text has 3 puzzles. The first one was opened.']);
  });

  test('placed digits become progress', async () => {
    const digits = GIVENS.map((digit, cell) => (cell === 2 ? 4 : digit));
    const outcome = puzzle(await readText('[Puzzle]', library({ digits }).read, en));
    expect(outcome.state?.slice(0, 4)).toEqual([
      { digit: 5, given: true },
      { digit: 3, given: true },
      { digit: 4 },
      {},
    ]);
  });

  test('grids of any shape are accepted', async () => {
    const shape = { size: 6, rows: 2, columns: 3, least: 0, extra: 4 };
    const [ruleset, givens] = [{ shape: 'grid 2x3 digits 0-5 extra 4' }, [0, 1, 0, 0, 0, 0, 0, 0, 0, 6]];
    const other = puzzle(await readText('{"puzzle":"......"}', library({ shape, ruleset, givens }).read, en));
    expect(other.puzzle.shape).toEqual({ ...shape, boxRows: 0, boxColumns: 0 });
    const bare = { ruleset: { shape: 'grid 9x9 boxes 3x3 bare' } };
    expect(puzzle(await readText('{"puzzle":"......"}', library(bare).read, en)).puzzle.shape.bare).toBe(true);
  });

  test('messages contain what was found, where, and what was expected', async () => {
    expect(await problem('abc\nde?')).toBe("Line 2, column 3: found '?', expected a digit.");
    expect(await problem(' \n ')).toBe('There is no text to read.');
    expect(await problem('x'.repeat(5_000_000))).toMatch(/5,000,000 characters/);
    const large = { shape: { size: 36, box_rows: 6, box_columns: 6 } };
    expect(await readText('36 36', library(large).read, en)).toMatchObject({
      text: expect.stringMatching(/“grid 36x36”.*25 digits/),
    });
  });

  test('a link of this page opens as a game', async () => {
    const outcome = await readText(`http://localhost:1234/index.html#/play?p=${LINE}&s=abc`, library().read, en);
    expect(outcome.kind === 'own' && outcome.params.get('s')).toBe('abc');
  });
});

test('files must be text in UTF-8 or UTF-16', () => {
  expect(decoded(new TextEncoder().encode('äöü').buffer as ArrayBuffer)).toBe('äöü');
  expect(decoded(new Uint8Array([0xff, 0xfe, 0x31, 0x00]).buffer)).toBe('1');
  expect(decoded(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]).buffer)).toBeUndefined();
  expect(decoded(new Uint8Array([0x31, 0x00, 0x31]).buffer)).toBeUndefined();
  expect([stem('a.b.sdk'), fileName('Fünf & sechs!', 'png'), fileName(undefined, 'svg')]).toEqual([
    'a.b',
    'fünf-sechs.png',
    'sudoku.svg',
  ]);
});

test('QR codes: dark runs as one path; none for a text that is too long', () => {
  const code = qrOf('https://example.org/#/play?p=1');
  expect(code?.size).toBe(33);
  expect(code?.path.startsWith('M4 4h7v1h-7z')).toBe(true);
  expect(qrOf('x'.repeat(4000))).toBeUndefined();
});

test('a picture of a board has its digits, cages, and a name', () => {
  const shape = { size: 4, boxRows: 2, boxColumns: 2 };
  const digits = [1, ...Array.from({ length: 14 }, () => 0), 4];
  const svg = boardSvg({ shape, rules: ['cage 5: r1c1 r1c2', 'diagonals', 'thermo: r3c1 r3c2'], digits }, 'a "board"');
  expect(svg).toContain('aria-label="a &#34;board&#34;"');
  expect(svg.match(/<text/g)).toHaveLength(3);
  expect(svg).toContain('>5</text>');
  expect(boardSvg({ shape, rules: [], digits })).toContain('aria-hidden');
});
