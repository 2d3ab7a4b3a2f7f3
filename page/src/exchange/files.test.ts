import { expect, test } from 'vitest';

import { decoded, fileName, stem } from './files';
import { boardSvg } from './picture';
import { qrOf } from './qr';

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
