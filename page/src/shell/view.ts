import { LitElement, type CSSResultGroup, type CSSResultOrNative, type ReactiveController } from 'lit';
import { property } from 'lit/decorators.js';

import { words } from '../words';
import { settings } from './settings';
import type { Readable } from './store';
import { shared } from './styles';

/** A component of the page, with the shared styles; rendered again when language, settings or `stores` change. */
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

  /** Shared styles come first. */
  protected static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([shared, styles]);
  }

  /** Sends an event that does not leave the component around this one. */
  protected send(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Tells how large an element of a component is, and becomes. */
export class Sizes implements ReactiveController {
  private readonly observer: ResizeObserver;
  private seen?: Element;

  constructor(
    host: LitElement,
    private readonly find: () => Element,
    tell: (size: DOMRectReadOnly) => void,
  ) {
    // Later, as drawing at once could change sizes again.
    this.observer = new ResizeObserver(([entry]) => requestAnimationFrame(() => tell(entry.contentRect)));
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

/** What every view is. */
export abstract class ViewElement extends Component {
  /** What follows `?` in the fragment. */
  @property({ attribute: false }) params = new URLSearchParams();
}
