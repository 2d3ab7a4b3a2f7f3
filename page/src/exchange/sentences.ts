/** The sentences of an author's rules. */
export function sentences(text: string): string[] {
  const parts = text.split(/(?:[.!;]+(?=\s|$)|\n)+/).map((part) => part.replace(/\s+/g, ' ').trim());
  return parts.filter((part) => /\p{L}/u.test(part));
}

const NOT = "(?:cannot|can't|can ?not|do not|don't|must not|may not|never)";
const DIGITS = '(?:the )?(?:digits|numbers)';

/** What authors write about rules that the form of the puzzle says as well. */
const KNOWN = [
  /^(?:the )?(?:normal|standard|classic|classical|regular|usual) (?:\d+x\d+ )?(?:(?:irregular|jigsaw|killer) )?(?:sudoku )?rules(?: apply)?(?: here)?$/,
  /^(?:this is )?(?:a |an )?(?:normal|standard|classic|classical|regular) (?:\d+x\d+ )?(?:(?:irregular|jigsaw|killer) )?sudoku$/,
  new RegExp(
    `^(?:place|put|fill|enter|write) .*${DIGITS}.* (?:each|every) (?:row|column|box|region|3x3|bold).*` +
      '(?:once|repeat|repeating|each digit|each number|different)[^,]*$',
  ),
  new RegExp(
    `^${DIGITS} ${NOT} repeat (?:in|within) (?:a |any |each |every |the )?(?:same )?(?:row|column|box|region|cages?).*$`,
  ),
  new RegExp(
    `^${DIGITS} (?:in|within) (?:a |each |every |the )?(?:killer )?cages? (?:must )?(?:sum|add|total)(?: up)?(?: to)? ` +
      `[^,]*(?:total|totals|sum|sums|clue|clues|number|value|corner|given|shown)(?: (?:in|at) [^,]*)?(?:,? ?(?:and|but)? ?${NOT} repeat.*)?$`,
  ),
  /^(?:have fun|enjoy|good luck|happy solving|please rate.*|thanks? .*)$/,
];

/** Whether a sentence says nothing but what clues, regions and cages say. */
export function isKnownSentence(sentence: string): boolean {
  const plain = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[“”":]/g, '')
    .trim();
  return KNOWN.some((pattern) => pattern.test(plain));
}
