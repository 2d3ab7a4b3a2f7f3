import { languages } from '../element/languages';
import { settings } from '../shell/settings';
import { Store } from '../shell/store';
import { en, type Words } from './en';

export type { Words } from './en';

export type Language = 'en' | 'de';

/** The texts of the page in its current language. Components render again when it changes. */
export const words = new Store<Words>(en);

export const t = (): Words => words.value;

/** The language of the page: the setting, or else the language of the browser. */
export function language(): Language {
  const chosen = settings.value.language;
  if (chosen !== 'auto') return chosen;
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

let loaded: () => void;

/** Resolves when the texts were loaded for the first time, or when loading them failed. */
export const wordsLoaded = new Promise<void>((resolve) => (loaded = resolve));

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
