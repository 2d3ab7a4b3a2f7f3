import type { Mode } from './types';

/** The command of a key, without the cells that it applies to. */
export type Command =
  | { readonly kind: 'figure'; readonly figure: number; readonly mode: Mode | undefined }
  | { readonly kind: 'digit'; readonly digit: number; readonly mode: Mode | undefined }
  | { readonly kind: 'move'; readonly down: number; readonly right: number; readonly extend: boolean }
  /** To the first or last cell of the row or of the grid. */
  | { readonly kind: 'jump'; readonly toEnd: boolean; readonly ofGrid: boolean; readonly extend: boolean }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: Plain };

type Plain = 'clear' | 'undo' | 'redo' | 'hint' | 'all' | 'none' | 'next-mode' | 'mark-cell';

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export const MODES: readonly Mode[] = ['digit', 'corner', 'center', 'color'];
const MODE_KEYS: Record<string, Mode> = { z: 'digit', x: 'corner', c: 'center', v: 'color' };
const MOVES: Record<string, readonly [number, number]> = {
  arrowup: [-1, 0],
  arrowdown: [1, 0],
  arrowleft: [0, -1],
  arrowright: [0, 1],
  w: [-1, 0],
  s: [1, 0],
  a: [0, -1],
  d: [0, 1],
};
/** Characters, also with AltGr: keyboards that write brackets with it report Control and Alt. */
const CHARACTERS: Record<string, Plain> = { '[': 'undo', ']': 'redo', '?': 'hint' };
const KEYS: Record<string, Plain> = { backspace: 'clear', delete: 'clear', escape: 'none', ' ': 'next-mode' };
const CONTROL: Record<string, Plain> = { z: 'undo', y: 'redo', a: 'all', ' ': 'mark-cell' };
/** The keys that the number pad reports instead of digits while Shift is held. */
const PAD = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight', 'Home', 'ArrowUp', 'PageUp'];

/**
 * The command of a key. Digits are recognized by their keys, because Shift changes the typed character.
 *
 * @param letters The largest digit that a letter stands for, for example 16 for G; 9 or less if letters are not digits.
 *   The other commands of such letters need Alt.
 */
export function commandOf(event: Key, letters: number): Command | undefined {
  const { key, code } = event;
  const control = event.ctrlKey || event.metaKey;
  const plain = (kind: Plain | undefined): Command | undefined => kind && { kind };
  if (CHARACTERS[key]) return plain(CHARACTERS[key]);
  const figure = figureOf(event);
  if (figure) return { kind: 'figure', ...figure };
  const name = key.toLowerCase();
  const letter = /^[a-z]$/.test(name) ? parseInt(name, 36) : 0;
  if (letter > 9 && letter <= letters && !event.altKey && !control) {
    return { kind: 'digit', digit: letter, mode: event.shiftKey ? 'corner' : undefined };
  }
  const move = MOVES[name];
  if (move && (name.startsWith('arrow') || !control)) {
    if (event.altKey && name.startsWith('arrow')) return undefined;
    return { kind: 'move', down: move[0], right: move[1], extend: event.shiftKey || control };
  }
  if (name === 'home' || name === 'end') {
    return { kind: 'jump', toEnd: name === 'end', ofGrid: control, extend: event.shiftKey };
  }
  if (control && name === 'z' && event.shiftKey) return { kind: 'redo' };
  if (control) return plain(CONTROL[code === 'Space' ? ' ' : name]);
  return MODE_KEYS[name] ? { kind: 'mode', mode: MODE_KEYS[name] } : plain(KEYS[name]);
}

/** The digit of a key, and the mode that its modifiers choose, if any. */
function figureOf(event: Key): { figure: number; mode: Mode | undefined } | undefined {
  // The upper row is recognized by its keys, because some layouts, and Shift in all layouts, type other characters
  // there.
  const row = /^Digit(\d)$/.exec(event.code)?.[1];
  const pad = /^Numpad(\d)$/.exec(event.code)?.[1];
  const typed = /^\d$/.test(event.key) ? event.key : undefined;
  // If Shift is held, Windows reports a key of the number pad as its alternative key (such as End) without Shift.
  const hidden = pad !== undefined && PAD[Number(pad)] === event.key;
  const text = row ?? typed ?? (hidden ? pad : undefined);
  if (text === undefined) return undefined;
  const control = event.ctrlKey || event.metaKey;
  const shift = event.shiftKey || hidden;
  const mode = event.altKey || (control && shift) ? 'color' : control ? 'center' : shift ? 'corner' : undefined;
  return { figure: Number(text), mode };
}
