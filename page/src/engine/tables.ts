/** Containers that the small module of the library neither reads nor writes. */
export const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** What the small module says of a rule that it does not know, but that the whole library may know. */
export const VARIANTS = 'the rules of variants are left out of this program';
