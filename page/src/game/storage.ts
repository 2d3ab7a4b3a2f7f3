import { Store } from '../shell/store';

/** The reason why a value could not be stored or read. */
export type Problem = 'denied' | 'full' | 'torn' | 'newer';

export type Found<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** A stored value with the version of its form. */
export interface Kept {
  readonly version: number;
  readonly value: unknown;
}

export function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'value' in value && Number.isInteger((value as Kept).version);
}

/**
 * Stored values of one kind, by name.
 *
 * Nothing is lost silently. An unreadable value is moved to a name with `.torn`. A value that a newer page wrote is
 * neither read nor replaced.
 */
export class VersionedStorage<T> {
  /**
   * @param area Returns the storage. Called each time, because browsers deny storage by throwing on access.
   * @param prefix Prefix of all names.
   * @param version Version of the form of the values.
   * @param read Validates a value of this or an earlier version.
   */
  constructor(
    private readonly area: () => Storage,
    private readonly prefix: string,
    private readonly version: number,
    private readonly read: (value: unknown, version: number) => T | undefined,
  ) {}

  get(name: string): Found<T> {
    let text: string | null;
    try {
      text = this.area().getItem(this.prefix + name);
    } catch {
      return { kind: 'problem', problem: 'denied' };
    }
    if (text === null) return { kind: 'none' };
    const kept = parse(text);
    if (kept && kept.version > this.version) return { kind: 'problem', problem: 'newer' };
    const value = kept && this.read(kept.value, kept.version);
    if (value === undefined) {
      this.moveAside(name, text);
      return { kind: 'problem', problem: 'torn' };
    }
    return { kind: 'value', value };
  }

  set(name: string, value: T): Problem | undefined {
    try {
      const area = this.area();
      const old = area.getItem(this.prefix + name);
      const kept = old === null ? undefined : parse(old);
      if (kept && kept.version > this.version) return 'newer';
      area.setItem(this.prefix + name, JSON.stringify({ version: this.version, value }));
      return undefined;
    } catch (error) {
      return isFull(error) ? 'full' : 'denied';
    }
  }

  delete(name: string): Problem | undefined {
    try {
      this.area().removeItem(this.prefix + name);
      return undefined;
    } catch {
      return 'denied';
    }
  }

  /** The names of all values, in no particular order; none if storage is denied. */
  names(): string[] {
    try {
      const area = this.area();
      const keys = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(this.prefix) && !key.endsWith('.torn'))
        .map((key) => key.slice(this.prefix.length));
    } catch {
      return [];
    }
  }

  private moveAside(name: string, text: string): void {
    try {
      const area = this.area();
      area.setItem(`${this.prefix}${name}.torn`, text);
      area.removeItem(this.prefix + name);
    } catch {
      // The value stays under its name, so nothing is lost.
    }
  }
}

/** A stored value, which all tabs change together. It is kept in memory if it cannot be stored. */
export class StoredStore<T> extends Store<T> {
  private readonly storage: VersionedStorage<T>;

  constructor(
    area: () => Storage,
    prefix: string,
    private readonly name: string,
    initial: T,
    read: (value: unknown) => T | undefined,
  ) {
    super(initial);
    this.storage = new VersionedStorage(area, prefix, 1, read);
    this.value = this.stored();
  }

  private stored(): T {
    const found = this.storage.get(this.name);
    return found.kind === 'value' ? found.value : this.value;
  }

  /** Changes what is stored, which another tab may have changed in the meantime. Returns the problem, if any. */
  change(change: (value: T) => T): Problem | undefined {
    this.value = change(this.stored());
    return this.storage.set(this.name, this.value);
  }
}

/** A stored text as a value with its version; undefined for other texts. */
export function parse(text: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && /quota/i.test(error.name);
}
