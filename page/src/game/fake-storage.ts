/** A storage for tests, with a quota. It can deny access. */
export class FakeStorage implements Storage {
  readonly map = new Map<string, string>();

  constructor(public quota = Infinity) {}

  get length(): number {
    return this.map.size;
  }
  key(index: number): string | null {
    return [...this.map.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.map].filter(([other]) => other !== key);
    const used = others.reduce((sum, [other, text]) => sum + other.length + text.length, key.length + value.length);
    if (used > this.quota) {
      const error = new Error('full');
      error.name = 'QuotaExceededError';
      throw error;
    }
    this.map.set(key, value);
  }
  removeItem(key: string): void {
    this.map.delete(key);
  }
  clear(): void {
    this.map.clear();
  }
}

/** A storage that denies all access. */
export function denied(): never {
  const error = new Error('The operation is insecure.');
  error.name = 'SecurityError';
  throw error;
}
