export interface KindWords {
  readonly name: string;
  /** Further words to find it by. */
  readonly synonyms: string;
  /** Absent if the library's text is used. */
  readonly meaning?: string | undefined;
}

/** Reads a table with lines such as `cage | Killer cage, sum | Meaning.` */
export const kindTable = (text: string): ReadonlyMap<string, KindWords> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [kind, names, meaning] = line.split(' | ');
        const [name, ...synonyms] = names.split(', ');
        return [kind, { name, synonyms: synonyms.join(' '), meaning }];
      }),
  );
