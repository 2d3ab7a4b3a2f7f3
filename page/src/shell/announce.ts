import { Store } from './store';

/** Something that a screen reader is to say. The number tells two equal texts apart. */
export interface Spoken {
  readonly text: string;
  readonly number: number;
}

/** How many messages the live region keeps: one that follows at once does not take the place of the one before. */
const KEPT = 4;

/** What was said last, the oldest first. */
export const spoken = new Store<readonly Spoken[]>([]);
let last = 0;

/** Says something through the page's live region. */
export function announce(text: string): void {
  if (text !== '') spoken.value = [...spoken.value.slice(1 - KEPT), { text, number: ++last }];
}
