import type { Mode } from './types';

/** The command of a key, without the cells that it applies to. */
export type Command =
  | { readonly kind: 'figure'; readonly figure: number; readonly mode: Mode | undefined }
  | { readonly kind: 'digit'; readonly digit: number; readonly mode: Mode | undefined }
  | { readonly kind: 'move'; readonly down: number; readonly right: number; readonly extend: boolean }
  | { readonly kind: 'jump'; readonly to: 'row-start' | 'row-end' | 'start' | 'end'; readonly extend: boolean }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'clear' | 'undo' | 'redo' | 'hint' | 'all' | 'none' | 'next-mode' | 'mark-cell' };

/** The relevant part of a keyboard event. */
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
  // Keyboards that write brackets with AltGr report Control and Alt.
  if (key === '[') return { kind: 'undo' };
  if (key === ']') return { kind: 'redo' };
  if (key === '?') return { kind: 'hint' };
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
  if (control) {
    if (name === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' };
    if (name === 'y') return { kind: 'redo' };
    if (name === 'a') return { kind: 'all' };
    if (name === 'home') return { kind: 'jump', to: 'start', extend: event.shiftKey };
    if (name === 'end') return { kind: 'jump', to: 'end', extend: event.shiftKey };
    if (code === 'Space') return { kind: 'mark-cell' };
    return undefined;
  }
  if (MODE_KEYS[name]) return { kind: 'mode', mode: MODE_KEYS[name] };
  switch (name) {
    case 'home':
      return { kind: 'jump', to: 'row-start', extend: event.shiftKey };
    case 'end':
      return { kind: 'jump', to: 'row-end', extend: event.shiftKey };
    case 'backspace':
    case 'delete':
      return { kind: 'clear' };
    case 'escape':
      return { kind: 'none' };
    case ' ':
      return { kind: 'next-mode' };
    default:
      return undefined;
  }
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
