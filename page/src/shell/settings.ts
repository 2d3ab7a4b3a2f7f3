import { type Problem, VersionedStorage } from '../game/storage';
import { Store } from './store';

/** Follows the setting; without one, the style sheet follows the system. */
export function followTheme(): void {
  const apply = () => {
    const { theme } = settings.value;
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  settings.subscribe(apply);
  apply();
}

/** What a person can choose, for all views. The first of each list holds until something else is chosen. */
export const CHOICES = {
  language: ['auto', 'en', 'de'],
  theme: ['auto', 'light', 'dark'],
  /** Names of cells: `r3c4` or `C4`. */
  coordinates: ['rc', 'chess'],
  /** Which is chosen first, a cell or a digit. */
  entry: ['cell', 'digit'],
  showEqual: [true, false],
  showPeers: [true, false],
  showConflicts: [true, false],
  showTimer: [true, false],
  showLabels: [false, true],
  /** Whether digits from 10 on are letters. */
  letters: [false, true],
  /** How far help may go; the order in which it tries techniques; whether it may assume a single solution. */
  helpCap: ['all', 'no-nets', 'no-chains', 'subsets', 'singles'],
  helpScale: ['relaxed', 'hodoku', 'se'],
  helpAssumesOne: [true, false],
  /** Up to how many solutions the candidates of a checked board are counted; 0 shows none. */
  checkMost: [0, 1, 10, 100, 1000],
} as const;

/** What a person chose. */
export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

const DEFAULTS = Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first])) as Settings;

/** Settings from stored data; what is missing or unknown has its default. */
function readSettings(value: unknown): Settings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const choices: Readonly<Record<string, readonly unknown[]>> = CHOICES;
  const known = Object.entries(value).filter(([key, entry]) => choices[key]?.includes(entry));
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

const storage = new VersionedStorage(() => localStorage, 'arcdoku.', 1, readSettings);
/** What was stored when the page began. */
export const found = storage.get('settings');

export const settings = new Store<Settings>(found.kind === 'value' ? found.value : DEFAULTS);

/** Why the settings are not kept, if they are not. */
export const unkept = new Store<Problem | undefined>(undefined);

/** Changes some settings and keeps them, if the browser lets us. */
export function change(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  unkept.value = storage.set('settings', settings.value);
}
