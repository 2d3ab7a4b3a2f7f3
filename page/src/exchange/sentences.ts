/** The sentences of an author's rules. */
export function sentences(text: string): string[] {
  const parts = text.split(/(?:[.!;]+(?=\s|$)|\n)+/).map((part) => part.replace(/\s+/g, ' ').trim());
  return parts.filter((part) => /\p{L}/u.test(part));
}

const NOT = "(?:cannot|can't|can not|do not|don't|must not|may not|never)";
const DIGITS = '(?:the )?(?:digits|numbers)';
const EACH = '(?:a|any|each|every|the) ';
const NORMAL = '(?:normal|standard|classic|classical|regular|usual)';
const KIND = '(?:\\d+x\\d+ )?(?:(?:irregular|jigsaw|killer) )?(?:sudoku )?';
const TOTAL =
  '(?:the|a) (?:(?:small|given|indicated|shown|corner|cage) )*(?:total|sum|clue|number|value)s?(?: (?:given|shown|indicated|written))?' +
  '(?: (?:in|at) (?:the|its|their) (?:(?:top|upper)[- ]left )?(?:corner|cage)s?(?: of the cage)?)?';

/** Sentences of authors about rules that the data of the puzzle also contain. They match whole sentences only. */
const KNOWN = [
  `${NORMAL} ${KIND}rules(?: apply)?(?: here)?`,
  `(?:this is )?(?:a )?${NORMAL} ${KIND}puzzle`,
  `(?:place|put|fill in|enter|write) ${DIGITS} (?:from )?1 ?(?:-|–|to|through) ?\\d+ (?:(?:exactly )?once )?(?:in|into) ` +
    `(?:each|every) row,? (?:(?:each|every) )?column,? and (?:(?:each|every) )?(?:3x3 )?(?:box|region)(?: (?:exactly )?once)?`,
  `${DIGITS} ${NOT} repeat (?:in|within) (?:${EACH})?(?:row|column|box|region|cage)s?`,
  `${DIGITS} (?:in|within) (?:${EACH})?(?:killer )?cages? (?:must )?(?:sum|add up|total)(?: to)? ${TOTAL}` +
    `(?:,? (?:and|but) (?:${DIGITS} )?${NOT} repeat(?: (?:in|within) (?:${EACH})?cages?)?)?`,
  `have fun|enjoy|good luck|happy solving|please rate(?: the puzzle)?|thanks? (?:you )?for (?:solving|playing|testing)`,
].map((pattern) => new RegExp(`^(?:${pattern})$`));

/** Whether a sentence only repeats rules that clues, regions and cages contain. */
export function isKnownSentence(sentence: string): boolean {
  const plain = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[“”":]/g, '')
    .trim();
  return KNOWN.some((pattern) => pattern.test(plain));
}
