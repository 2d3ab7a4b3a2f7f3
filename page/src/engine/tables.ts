/** Containers that the small module of the library neither reads nor writes. */
export const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);
