/** A value that notifies its subscribers when it is replaced. */
export class Store<T> {
  private readonly readers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const reader of [...this.readers]) reader(value);
  }

  /** Calls `reader` with every new value until the returned function is called. */
  subscribe(reader: (value: T) => void): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }
}

/** A store that a component can watch to render again. */
export type Readable = Pick<Store<unknown>, 'subscribe'>;
