import { LEVELS } from '../game/levels';
import { type Problem, VersionedStorage } from '../game/storage';
import { Store } from './store';

/** Applies the theme of the settings. Without one, the style sheet follows the system. */
export function followTheme(): void {
  const apply = () => {
    const { theme } = settings.value;
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  settings.subscribe(apply);
  apply();
}

/** The settings of all views, with their possible values. The first value is the default. */
export const CHOICES = {
  language: ['auto', 'en', 'de'],
  theme: ['auto', 'light', 'dark'],
  /** Names of cells: `r3c4` or `C4`. */
  coordinates: ['rc', 'chess'],
  /** Whether a cell or a digit is chosen first. */
  entry: ['cell', 'digit'],
  showEqual: [true, false],
  showPeers: [true, false],
  showConflicts: [true, false],
  showTimer: [true, false],
  showLabels: [false, true],
  /** Whether digits from 10 are shown as letters. */
  letters: [false, true],
  /** The techniques of help, their order, and whether techniques may assume a single solution. */
  helpCap: ['all', 'no-nets', 'no-chains', 'subsets', 'singles'],
  helpScale: ['relaxed', 'hodoku', 'se'],
  helpAssumesOne: [true, false],
  /** The level of the daily puzzle: by weekday, or the same every day. */
  dailyLevel: ['week', ...LEVELS],
  /** The time that the player wants to need for a puzzle, in minutes. */
  goal: [10, 5, 15, 20, 30, 45, 60],
  /** The maximum number of solutions that are counted for each true candidate; 0 hides true candidates. */
  checkMost: [0, 1, 10, 100, 1000],
} as const;

/** The chosen settings. */
export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

const DEFAULTS = Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first])) as Settings;

/** Settings from stored data. Missing and unknown values are replaced by defaults. */
function readSettings(value: unknown): Settings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const choices: Readonly<Record<string, readonly unknown[]>> = CHOICES;
  const known = Object.entries(value).filter(([key, entry]) => choices[key]?.includes(entry));
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

const storage = new VersionedStorage(() => localStorage, 'arcdoku.', 1, readSettings);
/** The stored settings at the start of the page. */
export const found = storage.get('settings');

export const settings = new Store<Settings>(found.kind === 'value' ? found.value : DEFAULTS);

/** The reason why the settings are not stored, if they are not. */
export const unkept = new Store<Problem | undefined>(undefined);

/** Changes some settings and stores them, if the browser permits it. */
export function change(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  unkept.value = storage.set('settings', settings.value);
}
