import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A value that tells its readers when it is replaced. */
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

  /** Calls `reader` with every later value, until the returned function is called. */
  subscribe(reader: (value: T) => void): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }
}

/** What a component can be rendered again for. */
export type Readable = Pick<Store<unknown>, 'subscribe'>;

/** Renders a component again whenever one of these stores changes. */
export class Watch implements ReactiveController {
  private readonly stores: readonly Readable[];
  private stop: (() => void)[] = [];

  constructor(
    private readonly host: ReactiveControllerHost,
    ...stores: readonly Readable[]
  ) {
    this.stores = stores;
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = this.stores.map((store) => store.subscribe(() => this.host.requestUpdate()));
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    for (const stop of this.stop) stop();
    this.stop = [];
  }
}
