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

/** What a person chose, for all views. */
export interface Settings {
  language: 'auto' | 'en' | 'de';
  theme: 'auto' | 'light' | 'dark';
  /** Names of cells: `r3c4` or `C4`. */
  coordinates: 'rc' | 'chess';
  /** Which is chosen first, a cell or a digit. */
  entry: 'cell' | 'digit';
  showEqual: boolean;
  showPeers: boolean;
  showConflicts: boolean;
  showTimer: boolean;
  showLabels: boolean;
  /** Whether digits from 10 on are letters. */
  letters: boolean;
  /** How far help may go; the order in which it tries techniques; whether it may assume a single solution. */
  helpCap: 'all' | 'no-nets' | 'no-chains' | 'subsets' | 'singles';
  helpScale: 'relaxed' | 'hodoku' | 'se';
  helpAssumesOne: boolean;
  /** Up to how many solutions the candidates of a checked board are counted; 0 shows none. */
  checkMost: number;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  coordinates: 'rc',
  entry: 'cell',
  showEqual: true,
  showPeers: true,
  showConflicts: true,
  showTimer: true,
  showLabels: false,
  letters: false,
  helpCap: 'all',
  helpScale: 'relaxed',
  helpAssumesOne: true,
  checkMost: 0,
};

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ['auto', 'en', 'de'],
  theme: ['auto', 'light', 'dark'],
  coordinates: ['rc', 'chess'],
  entry: ['cell', 'digit'],
  helpCap: ['all', 'no-nets', 'no-chains', 'subsets', 'singles'],
  helpScale: ['relaxed', 'hodoku', 'se'],
  checkMost: [0, 1, 10, 100, 1000],
};

/** Settings from stored data; what is missing or unknown has its default. */
export function readSettings(value: unknown): Settings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Record<string, unknown>;
  const known = Object.entries(stored).filter(([key, entry]) => {
    if (!(key in DEFAULTS)) return false;
    const choices = CHOICES[key as keyof Settings] as readonly unknown[] | undefined;
    return choices ? choices.includes(entry) : typeof entry === typeof DEFAULTS[key as keyof Settings];
  });
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
