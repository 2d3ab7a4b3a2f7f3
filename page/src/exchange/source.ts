/** What a text that somebody pasted is. */
export type Source =
  /** A link of this page: what follows `?` in its fragment. */
  | { readonly kind: 'own'; readonly params: URLSearchParams }
  /** Anything else: the library reads it. A link comes without the words around it, and with the host of its site. */
  | { readonly kind: 'text'; readonly text: string; readonly host?: string };

/** The longest text in which a link is looked for. */
const LONGEST = 200_000;
const LINK = /(?:https?:\/\/|(?:www\.)?(?:f-puzzles\.com|sudokupad\.app|sudokuwiki\.org|crackingthecryptic\.com))\S+/i;
/** What links have in them, without the link. */
const PAYLOAD = /^(?:N4Ig|fpuz|scl|scf|ctc)[\w+/=%*-]{12,}$/i;

/** Finds what is to be read in a text; no format is known here. */
export function sourceOf(text: string): Source {
  const trimmed = text.trim();
  // Documents of JSON may have links in them.
  if (trimmed.startsWith('{')) return { kind: 'text', text };
  const link = trimmed.length <= LONGEST ? LINK.exec(trimmed)?.[0] : undefined;
  const params = fragmentParams(link ?? trimmed);
  if (params) return { kind: 'own', params };
  const url = link && urlOf(link);
  if (url) return { kind: 'text', text: url.text, host: url.host };
  // Mail programs break long lines.
  const joined = trimmed.length <= LONGEST ? trimmed.replace(/\s+/g, '') : '';
  return { kind: 'text', text: PAYLOAD.test(joined) ? joined : text };
}

/** The parameters of a fragment such as `#/play?p=...`, if it has a puzzle. */
function fragmentParams(text: string): URLSearchParams | undefined {
  const [, query] = /#\/\w+\?(\S+)$/.exec(text) ?? [];
  const params = new URLSearchParams(query ?? '');
  return params.has('p') ? params : undefined;
}

/** A link in full; its text stays as it is, as plus signs are part of what is packed. */
function urlOf(link: string): { readonly text: string; readonly host: string } | undefined {
  const text = /^https?:/i.test(link) ? link : `https://${link}`;
  try {
    return { text, host: new URL(text).hostname.replace(/^www\./, '').toLowerCase() };
  } catch {
    return undefined;
  }
}
