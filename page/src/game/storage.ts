/** Why something could not be kept or found again. */
export type Problem = 'denied' | 'full' | 'torn' | 'newer';

export type Found<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** What is stored: a value with the version of its form. */
interface Kept {
  readonly version: number;
  readonly value: unknown;
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'value' in value && Number.isInteger((value as Kept).version);
}

/**
 * Named values of one kind that outlive the page.
 *
 * Nothing is lost silently: what cannot be read is moved aside, under a name with `.torn`; what a newer page wrote is
 * neither read nor replaced.
 */
export class VersionedStorage<T> {
  /**
   * @param area Where values are stored; called each time, as browsers deny storage by throwing at the access.
   * @param prefix Begins all names.
   * @param version Version of the form of the values.
   * @param read Checks the form of a value of this or an earlier version.
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

  /** Keeps a value; returns why not, if not. */
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

  /** The names of all values, in no order; none if storage is denied. */
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
      // It stays where it is, which loses nothing either.
    }
  }
}

function parse(text: string): Kept | undefined {
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
