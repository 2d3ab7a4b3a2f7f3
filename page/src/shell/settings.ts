import { LEVELS } from '../game/levels';
import { type Problem, VersionedStorage } from '../game/storage';
import { Store } from './store';

/** Settings that style sheets apply: attributes `data-...` of the root element, unless they have the default value. */
const STYLED = ['theme', 'fontSize', 'palette'] as const;

/** Applies the settings of style sheets, now and whenever they change. */
export function followLook(): void {
  const apply = () => {
    const { dataset } = document.documentElement;
    for (const name of STYLED) {
      if (settings.value[name] === DEFAULTS[name]) delete dataset[name];
      else dataset[name] = settings.value[name];
    }
  };
  settings.subscribe(apply);
  apply();
}

/** The settings of all views, with their possible values. The first value is the default. */
export const CHOICES = {
  language: ['auto', 'en', 'de'],
  theme: ['auto', 'light', 'dark'],
  fontSize: ['normal', 'large', 'larger'],
  /** Whether colors of cells and candidates have patterns, and no color of the page is only red or green. */
  palette: ['soft', 'distinct'],
  /** Names of cells: `r3c4` or `C4`. */
  coordinates: ['rc', 'chess'],
  entry: ['cell', 'digit'],
  showEqual: [true, false],
  showPeers: [true, false],
  /** Which digits are marked: digits that break a rule, also digits that differ from the solution, or none. */
  conflicts: ['rules', 'solution', 'off'],
  showTimer: [true, false],
  /** Whether the pad shows how many of each digit are missing. */
  showLeft: [true, false],
  /** Whether a new digit is removed from the marks of its neighbors. */
  removeMarks: [true, false],
  leftHand: [false, true],
  sound: [false, true],
  vibration: [false, true],
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

export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

const DEFAULTS = Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first])) as Settings;

/** Settings from stored data. Missing and unknown values are replaced by defaults. */
function readSettings(value: unknown): Settings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const choices: Readonly<Record<string, readonly unknown[]>> = CHOICES;
  // Earlier versions stored whether conflicts are marked.
  if ('showConflicts' in value && value.showConflicts === false) value = { conflicts: 'off', ...value };
  const known = Object.entries(value as object).filter(([key, entry]) => choices[key]?.includes(entry));
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

const storage = new VersionedStorage(() => localStorage, 'arcdoku.', 1, readSettings);
export const found = storage.get('settings');

export const settings = new Store<Settings>(found.kind === 'value' ? found.value : DEFAULTS);

/** The reason why the settings are not stored, if they are not. */
export const unkept = new Store<Problem | undefined>(undefined);

export function change(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  unkept.value = storage.set('settings', settings.value);
}
