/** The kind of a pasted text. */
export type Source =
  /** A link of this page: the text after `?` in its fragment. */
  | { readonly kind: 'own'; readonly params: URLSearchParams }
  /** Any other text, for the library. A link is extracted from the surrounding text, with the host of its site. */
  | { readonly kind: 'text'; readonly text: string; readonly host?: string };

/** The maximum length of a text that is searched for a link. */
const LONGEST = 200_000;
const LINK = /(?:https?:\/\/|(?:www\.)?(?:f-puzzles\.com|sudokupad\.app|sudokuwiki\.org|crackingthecryptic\.com))\S+/i;
/** The payload of a link, without the link. */
const PAYLOAD = /^(?:N4Ig|fpuz|scl|scf|ctc)[\w+/=%*-]{12,}$/i;

/** Finds the part of a text that should be read. Independent of formats. */
export function sourceOf(text: string): Source {
  const trimmed = text.trim();
  // JSON documents may contain links.
  if (trimmed.startsWith('{')) return { kind: 'text', text };
  const link = trimmed.length <= LONGEST ? LINK.exec(trimmed)?.[0] : undefined;
  const params = fragmentParams(link ?? trimmed);
  if (params) return { kind: 'own', params };
  const url = link && urlOf(link);
  if (url) return { kind: 'text', text: url.text, host: url.host };
  // Mail programs wrap long lines.
  const joined = trimmed.length <= LONGEST ? trimmed.replace(/\s+/g, '') : '';
  return { kind: 'text', text: PAYLOAD.test(joined) ? joined : text };
}

/** The parameters of a fragment such as `#/play?p=...`, if it contains a puzzle. */
function fragmentParams(text: string): URLSearchParams | undefined {
  const [, query] = /#\/\w+\?(\S+)$/.exec(text) ?? [];
  const params = new URLSearchParams(query ?? '');
  return params.has('p') ? params : undefined;
}

/** The complete link. It is not decoded, because plus signs are part of the payload. */
function urlOf(link: string): { readonly text: string; readonly host: string } | undefined {
  const text = /^https?:/i.test(link) ? link : `https://${link}`;
  try {
    return { text, host: new URL(text).hostname.replace(/^www\./, '').toLowerCase() };
  } catch {
    return undefined;
  }
}
