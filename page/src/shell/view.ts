import { LitElement, type CSSResultGroup, type CSSResultOrNative, type ReactiveController } from 'lit';
import { property } from 'lit/decorators.js';

import { words } from '../words';
import { settings } from './settings';
import { failureText } from './messages';
import type { Readable } from './store';
import { shared } from './styles';

/**
 * A component of the page, with the shared styles. It renders again when the language, settings or `stores` change.
 */
export abstract class Component extends LitElement {
  readonly #stores: readonly Readable[];
  #stops: (() => void)[] = [];

  constructor(...stores: readonly Readable[]) {
    super();
    this.#stores = [words, settings, ...stores];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stops = this.#stores.map((store) => store.subscribe(() => this.requestUpdate()));
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stops.forEach((stop) => stop());
  }

  protected static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([shared, styles]);
  }

  /** Sends an event that does not leave the enclosing component. */
  send(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** What a component loads, again each time the key changes. Answers to an earlier key are dropped. */
export class Loaded<T> implements ReactiveController {
  value?: T;
  error?: string;
  private key?: string;

  constructor(
    private readonly host: LitElement,
    private readonly keyOf: () => string,
    private readonly load: () => Promise<T>,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    const key = this.keyOf();
    if (key === this.key) return;
    this.key = key;
    const take = (found: { value?: T; error?: string }) => {
      if (key !== this.key) return;
      Object.assign(this, { error: undefined, ...found });
      this.host.requestUpdate();
    };
    this.load().then(
      (value) => take({ value }),
      (error: unknown) => take({ error: failureText(error) }),
    );
  }
}

/** Reports the current size of an element of a component, and every change of it. */
export class Sizes implements ReactiveController {
  private readonly observer: ResizeObserver;
  private seen?: Element;

  constructor(
    host: LitElement,
    private readonly find: () => Element,
    report: (size: DOMRectReadOnly) => void,
  ) {
    // Deferred, because drawing immediately could change sizes again.
    this.observer = new ResizeObserver(([entry]) => requestAnimationFrame(() => report(entry.contentRect)));
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.seen) return;
    this.seen = this.find();
    this.observer.observe(this.seen);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    this.seen = undefined;
  }
}

export abstract class ViewElement extends Component {
  /** The text after `?` in the fragment. */
  @property({ attribute: false }) params = new URLSearchParams();
}
