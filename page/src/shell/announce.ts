import { Store } from './store';

/** What a screen reader is to say now. The number tells two equal texts apart. */
export const spoken = new Store<{ text: string; number: number }>({ text: '', number: 0 });

/** Says something through the page's live region. */
export function announce(text: string): void {
  spoken.value = { text, number: spoken.value.number + 1 };
}
