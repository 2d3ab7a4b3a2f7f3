import { merged, readHistory } from './history';
import { mergedSkills, readSkills } from './skills';
import { isKept, type Kept, parse } from './storage';

/** The form of a file with all stored data, and its version. */
const FORMAT = 'arcdoku-data';
const VERSION = 1;
const PREFIX = 'arcdoku.';

function namesIn(area: Storage): string[] {
  const names = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');
  return names.filter((name) => name.startsWith(PREFIX));
}

/** All stored data as the text of a file: games, solved games, practice, drafts, settings. */
export function exportAll(area: Storage, now: Date): string {
  const items: Record<string, Kept> = {};
  for (const name of namesIn(area)) {
    const item = parse(area.getItem(name) ?? '');
    if (item) items[name] = item;
  }
  return JSON.stringify({ format: FORMAT, version: VERSION, date: now.toISOString(), items });
}

export function clearAll(area: Storage): void {
  for (const name of namesIn(area)) area.removeItem(name);
}

/** The result of an import: the kinds of the values that were added or changed, such as `game`, or the problem. */
export type Imported = readonly string[] | 'unreadable' | 'newer' | 'full';

/** Adds the data of a file. Nothing stored is lost: of two forms of a value, `combined` decides. */
export function importAll(area: Storage, text: string): Imported {
  let file: Record<string, unknown>;
  try {
    file = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return 'unreadable';
  }
  const { format, version, items } = file;
  if (format !== FORMAT || typeof version !== 'number' || typeof items !== 'object' || !items) return 'unreadable';
  if (version > VERSION) return 'newer';
  const changed: string[] = [];
  for (const [name, item] of Object.entries(items)) {
    if (!name.startsWith(PREFIX) || !isKept(item)) continue;
    const [kind] = name.slice(PREFIX.length).split('.');
    const old = area.getItem(name);
    const own = parse(old ?? '');
    // Each kind of data validates what it reads, so a wrong value is set aside later, as if it was torn.
    const next = JSON.stringify(own ? { ...item, value: combined(kind, own, item) } : item);
    if (next === old || (own && own.version !== item.version)) continue;
    try {
      area.setItem(name, next);
    } catch {
      return 'full';
    }
    changed.push(kind);
  }
  return changed;
}

function combined(kind: string, { value: own }: Kept, { value: other }: Kept): unknown {
  const touched = (value: unknown) => Number((Object(value) as { touched?: number }).touched ?? 0);
  switch (kind) {
    case 'finished':
      return merged(readHistory(own) ?? [], readHistory(other) ?? []);
    case 'skills':
      return mergedSkills(readSkills(own) ?? {}, readSkills(other) ?? {});
    case 'practice':
      return Array.isArray(own) && Array.isArray(other) ? [...new Set<unknown>([...own, ...other])] : own;
    case 'settings':
      return other;
    case 'last':
      return own;
    default:
      return touched(other) > touched(own) ? other : own;
  }
}
