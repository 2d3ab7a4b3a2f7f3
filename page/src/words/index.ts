import { languages } from '../element/languages';
import { settings } from '../shell/settings';
import { Store } from '../shell/store';
import { en, type Words } from './en';

export type { Words } from './en';

export type Language = 'en' | 'de';

/** The words of the page now. Components with a `Watch` on it are rendered again when the language changes. */
export const words = new Store<Words>(en);

/** The words of the page now. */
export const t = (): Words => words.value;

/** The language of the page: the setting, or that of the browser. */
export function language(): Language {
  const chosen = settings.value.language;
  if (chosen !== 'auto') return chosen;
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

let loaded: () => void;

/** Resolved when the words of the language were loaded for the first time, or cannot be. */
export const wordsLoaded = new Promise<void>((resolve) => (loaded = resolve));

/** Loads the words of the language, now and whenever it changes. */
export async function followLanguage(): Promise<void> {
  const load = async () => {
    const wanted = language();
    const found = wanted === 'de' ? (await import('./de')).de : en;
    if (language() !== wanted) return;
    document.documentElement.lang = wanted;
    languages.set(wanted, found.board);
    words.value = found;
  };
  settings.subscribe(() => void load());
  try {
    await load();
  } finally {
    loaded();
  }
}
