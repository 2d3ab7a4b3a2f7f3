import type { Origin } from './types';

/** What a text that somebody pasted is. */
export type Source =
  /** A link of this page: what follows `?` in its fragment. */
  | { readonly kind: 'own'; readonly params: URLSearchParams }
  | { readonly kind: 'f-puzzles'; readonly payload: string }
  | { readonly kind: 'sudokupad'; readonly payload: string }
  | { readonly kind: 'sudokuwiki'; readonly board: string; readonly page: string }
  /** A short link: the puzzle is on a server. */
  | { readonly kind: 'network'; readonly origin: Origin; readonly id: string }
  /** A payload in a form that is not read. */
  | { readonly kind: 'packing'; readonly origin: Origin; readonly prefix: string }
  /** A link of some other site. */
  | { readonly kind: 'host'; readonly host: string }
  /** Anything else: the library reads it. */
  | { readonly kind: 'text'; readonly text: string };

const LINK = /(?:https?:\/\/|(?:www\.)?(?:f-puzzles\.com|sudokupad\.app|sudokuwiki\.org|crackingthecryptic\.com))\S+/i;

/** Tells what a text is, without reading all of it. */
export function recognize(text: string): Source {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return recognizeJson(trimmed);
  const link = trimmed.length <= 200_000 ? LINK.exec(trimmed)?.[0] : undefined;
  if (link) return recognizeLink(link) ?? { kind: 'text', text };
  const own = fragmentParams(trimmed);
  if (own) return { kind: 'own', params: own };
  // Mail programs break long lines.
  const joined = trimmed.replace(/\s+/g, '');
  return (
    payloadOf(joined) ??
    (/^N4Ig[\w+/=%-]{12,}$/.test(joined) ? { kind: 'f-puzzles', payload: joined } : { kind: 'text', text })
  );
}

/** A payload with one of SudokuPad's prefixes. */
function payloadOf(text: string): Source | undefined {
  const [, prefix, payload] = /^(fpuzzles|fpuz|scl|scf|ctc)([\w+/=%-]{16,})$/i.exec(text) ?? [];
  if (!prefix) return undefined;
  switch (prefix.toLowerCase()) {
    case 'scf':
      return { kind: 'packing', origin: 'sudokupad', prefix };
    case 'scl':
    case 'ctc':
      return { kind: 'sudokupad', payload };
    default:
      return { kind: 'f-puzzles', payload };
  }
}

function recognizeJson(text: string): Source {
  // The form is told apart by its keys; errors of JSON are told by what reads it.
  const head = text.slice(0, 200_000);
  if (/"puzzle"\s*:/.test(head)) return { kind: 'text', text };
  if (/"grid"\s*:\s*\[/.test(head)) return { kind: 'f-puzzles', payload: text };
  if (/"?(?:cells|ce)"?\s*:\s*\[/.test(head)) return { kind: 'sudokupad', payload: text };
  return { kind: 'text', text };
}

/** The parameters of a fragment such as `#/play?p=...`, if it has a puzzle. */
function fragmentParams(text: string): URLSearchParams | undefined {
  const [, query] = /#\/\w+\?(\S+)$/.exec(text) ?? [];
  const params = new URLSearchParams(query ?? '');
  return params.has('p') ? params : undefined;
}

function recognizeLink(link: string): Source | undefined {
  const own = fragmentParams(link);
  if (own) return { kind: 'own', params: own };
  const url = parseUrl(link);
  if (!url) return undefined;
  const host = url.hostname.replace(/^www\./, '').toLowerCase();
  if (host === 'f-puzzles.com') {
    const load = parameter(url, 'load');
    if (load) return { kind: 'f-puzzles', payload: load };
    return { kind: 'network', origin: 'f-puzzles', id: parameter(url, 'id') ?? url.search };
  }
  if (/(^|\.)sudokupad\.app$/.test(host) || /(^|\.)crackingthecryptic\.com$/.test(host)) return pad(url);
  if (/(^|\.)sudokuwiki\.org$/.test(host)) {
    const page = url.pathname.split('/').at(-1) ?? '';
    const board = parameter(url, 'bd');
    return board ? { kind: 'sudokuwiki', board, page } : { kind: 'network', origin: 'sudokuwiki', id: page };
  }
  return { kind: 'host', host };
}

function pad(url: URL): Source {
  const path = url.pathname.replace(/^\/(?:sudoku\/?)?/, '');
  const id = (parameter(url, 'puzzleid') ?? parameter(url, 'load') ?? path) || url.search.slice(1);
  return payloadOf(id.replaceAll(' ', '+')) ?? { kind: 'network', origin: 'sudokupad', id };
}

/** A parameter as it stands in the link: plus signs are part of the payloads. */
function parameter(url: URL, name: string): string | undefined {
  const found = new RegExp(`[?&]${name}=([^&#]*)`).exec(url.href)?.[1];
  return found ? found : undefined;
}

function parseUrl(link: string): URL | undefined {
  try {
    return new URL(/^https?:/i.test(link) ? link : `https://${link}`);
  } catch {
    return undefined;
  }
}
