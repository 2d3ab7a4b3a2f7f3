import { compressToBase64, decompressFromBase64 } from 'lz-string';

import { LONGEST_JSON, LONGEST_PAYLOAD, type Origin, Refusal, shown } from './types';

/** Undoes what a link does to a payload: percent codes, and blanks that were plus signs. */
export function unescaped(text: string): string {
  let plain = text;
  try {
    if (/%[0-9a-f]{2}/i.test(text)) plain = decodeURIComponent(text);
  } catch {
    // A stray percent sign is no code; what reads the payload tells of it.
  }
  return plain.trim().replaceAll(' ', '+');
}

/** The payload of a link. */
export const pack = (text: string): string => compressToBase64(text);

/** The text in a payload of lz-string; undefined if there is none. */
export function unpack(payload: string, origin: Origin): string | undefined {
  if (payload.length > LONGEST_PAYLOAD) {
    throw new Refusal({ kind: 'form', origin, where: '', found: String(payload.length), expected: 'shorter' });
  }
  if (!/^[A-Za-z0-9+/_-]+=*$/.test(payload)) return undefined;
  let text: string | null;
  try {
    text = decompressFromBase64(payload.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  if (!text || text.length > LONGEST_JSON) return undefined;
  return text;
}

/** Reads JSON; the message for anything else has the place. */
export function readJson(text: string, origin: Origin): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal({ kind: 'form', origin, where: '', found: shown(text), expected: 'json' });
  }
}
