import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Splits the library into two files, because its first questions need a third of it.
 *
 * `first.wasm` is the module with empty bodies, which trap, for all functions that were not called while the questions
 * below were answered. `rest.wasm` has the missing bodies; `src/engine/compile.ts` restores the module from both files.
 */
export function parts(): Plugin {
  return {
    name: 'parts',
    async configResolved({ root }) {
      const path = (name: string) => join(root, 'pkg', name);
      const whole = path('arcdoku_bg.wasm');
      if (!existsSync(whole)) return;
      const age = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0);
      const inputs = [whole, ...PRACTICE.map((file) => join(root, file)), join(root, 'vite.parts.ts')];
      if (Math.min(age(path('first.wasm')), age(path('rest.wasm'))) > Math.max(...inputs.map(age))) return;
      const [first, rest] = await split(readFileSync(whole), path('arcdoku.js'), puzzles(root));
      // Another build may read the files at the same time.
      for (const [name, bytes] of Object.entries({ 'rest.wasm': rest, 'first.wasm': first })) {
        writeFileSync(path(`${name}.${process.pid}`), bytes);
        renameSync(path(`${name}.${process.pid}`), path(name));
      }
    },
  };
}

/** Boards whose hints need all techniques for grids without other rules. */
const PRACTICE = ['src/views/help/practice.txt', 'src/strategies/sets/easy.txt', 'src/strategies/sets/known.txt'];

const puzzles = (root: string): string[] =>
  PRACTICE.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
    .map((line) => (line.startsWith(':') ? line : line.split('#')[0].trim()))
    .filter((line) => line !== '');

type Ask = (question: string, options: object, progress: () => void) => unknown;

/** The questions that `first.wasm` answers: those about a game, as the page asks them before the rest is loaded. */
function askAll(ask: Ask, boards: readonly string[]): void {
  const question = (name: string, options: object) => ask(name, options, () => {});
  const german = { language: 'de', coordinates: 'chess' };
  const words = [{ language: 'en', coordinates: 'rc' }, german];
  for (const options of words) question('techniques', options);
  for (const puzzle of boards) question('hint', { puzzle, scale: 'relaxed', ...words[0], grade: 'full' });
  const examples = [boards[0], ...boards.slice(-3)];
  for (const puzzle of examples) {
    const { solution } = question('solve', { puzzle }) as { solution?: string };
    const wrong = solution?.replace(/^./, (digit) => (digit === '1' ? '2' : '1'));
    question('read', { text: puzzle });
    question('check', { puzzle });
    for (const digits of [puzzle, solution, wrong]) {
      const marks = Array.from(puzzle, (_, cell) => (cell === 80 ? [1, 2] : null));
      const board = { puzzle, digits, marks };
      question('conflicts', { puzzle, digits });
      question('mistakes', { ...board, time: 10 });
      question('progress', { ...board, scale: 'relaxed', time: 1 });
      for (const grade of ['vague', 'concrete', 'full'])
        for (const options of words) question('hint', { ...board, scale: 'relaxed', ...options, grade, quick: true });
    }
  }
}

/** A section of a module: its number and its content. */
type Section = readonly [id: number, content: Buffer];
const [GLOBALS, EXPORTS, CODE] = [6, 7, 10];
/** The first bytes of a module: its magic number and its version. */
const HEAD = 8;
/** A function that only traps: its size, no locals, `unreachable`, `end`. */
const TRAP = Buffer.from([3, 0, 0x00, 0x0b]);

/** Runs the questions in an instrumented module, and returns the contents of the two files. */
async function split(whole: Buffer, glue: string, boards: readonly string[]): Promise<[Buffer, Buffer]> {
  const head = whole.subarray(0, HEAD);
  const sections = sectionsOf(whole);
  const functions = functionsOf(sections);
  const library = (await import(pathToFileURL(glue).href)) as {
    initSync(options: object): Record<string, WebAssembly.Global>;
    ask: Ask;
  };
  const instrumented = Buffer.concat([head, ...instrument(sections, functions).flatMap(withSize)]);
  const exported = library.initSync({ module: await WebAssembly.compile(new Uint8Array(instrumented)) });
  askAll(library.ask, boards);

  const short = functions.map((body, index) => (exported[`#${index}`].value === 1 ? body : TRAP));
  /** The pieces of the first part and of the whole module. Equal pieces are the same object. */
  const pieces: [Buffer, Buffer][] = [[head, head]];
  for (const section of sections) {
    if (section[0] === CODE) {
      const [[ofShort], [ofWhole]] = [short, functions].map((bodies) => withSize([CODE, joined(bodies)]));
      const count = leb(functions.length);
      pieces.push(
        [ofShort, ofWhole],
        [count, count],
        ...functions.map((body, at) => [short[at], body] as [Buffer, Buffer]),
      );
    } else pieces.push(...withSize(section).map((bytes) => [bytes, bytes] as [Buffer, Buffer]));
  }
  return [Buffer.concat(pieces.map(([first]) => first)), difference(pieces)];
}

/**
 * What turns the first part into the whole module: the number of rows, the rows, and the bytes to insert. A row has
 * three numbers: how many bytes are copied from the first part, how many are then left out, and how many are inserted.
 */
function difference(pieces: readonly (readonly [Buffer, Buffer])[]): Buffer {
  const rows: [copied: number, skipped: number, inserted: number][] = [[0, 0, 0]];
  for (const [first, whole] of pieces) {
    const last = rows[rows.length - 1];
    if (first !== whole) {
      last[1] += first.length;
      last[2] += whole.length;
    } else if (last[2] === 0) last[0] += first.length;
    else rows.push([first.length, 0, 0]);
  }
  const inserted = pieces.filter(([first, whole]) => first !== whole).map(([, whole]) => whole);
  return Buffer.concat([Buffer.from(Uint32Array.of(rows.length, ...rows.flat()).buffer), ...inserted]);
}

/** Adds an exported global for each function, which is set to 1 when the function is called. */
function instrument(sections: readonly Section[], functions: readonly Buffer[]): Section[] {
  const [first] = unsigned(contentOf(sections, GLOBALS), 0);
  const added = new Map([
    // A variable of type i32 with `i32.const 0`.
    [GLOBALS, functions.map(() => Buffer.from([0x7f, 1, 0x41, 0, 0x0b]))],
    [
      EXPORTS,
      functions.map((_, at) => Buffer.concat([sized(Buffer.from(`#${at}`)), Buffer.from([3]), leb(first + at)])),
    ],
  ]);
  const marked = functions.map((body, index) => {
    const [, start] = unsigned(body, 0);
    let [locals, at] = unsigned(body, start);
    for (; locals > 0; locals--) at = unsigned(body, at)[1] + 1;
    // `i32.const 1`, `global.set`
    const mark = Buffer.concat([Buffer.from([0x41, 1, 0x24]), leb(first + index)]);
    return sized(Buffer.concat([body.subarray(start, at), mark, body.subarray(at)]));
  });
  return sections.map(([id, content]) => {
    if (id === CODE) return [id, joined(marked)];
    const more = added.get(id);
    if (!more) return [id, content];
    const [count, start] = unsigned(content, 0);
    return [id, Buffer.concat([leb(count + more.length), content.subarray(start), ...more])];
  });
}

/** An unsigned LEB128 number, and the position after it. */
function unsigned(from: Buffer, at: number): [number, number] {
  let [value, shift] = [0, 0];
  for (; ; shift += 7) {
    const byte = from[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

function leb(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([leb(bytes.length), bytes]);
const withSize = ([id, content]: Section): Buffer[] => [Buffer.from([id, ...leb(content.length)]), content];
const joined = (items: readonly Buffer[]): Buffer => Buffer.concat([leb(items.length), ...items]);

function sectionsOf(module: Buffer): Section[] {
  const found: Section[] = [];
  for (let at = HEAD; at < module.length;) {
    const [size, start] = unsigned(module, at + 1);
    found.push([module[at], module.subarray(start, start + size)]);
    at = start + size;
  }
  return found;
}

const contentOf = (sections: readonly Section[], id: number): Buffer =>
  sections.find((section) => section[0] === id)?.[1] ?? Buffer.from([0]);

/** The functions of a module: their sizes with their code. */
function functionsOf(sections: readonly Section[]): Buffer[] {
  const code = contentOf(sections, CODE);
  let [count, at] = unsigned(code, 0);
  const found: Buffer[] = [];
  for (; count > 0; count--) {
    const [size, start] = unsigned(code, at);
    found.push(code.subarray(at, start + size));
    at = start + size;
  }
  return found;
}
