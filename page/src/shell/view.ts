import { LitElement, type CSSResultGroup } from 'lit';
import { property } from 'lit/decorators.js';

import { words } from '../words';
import { settings } from './settings';
import { Watch } from './store';
import { shared } from './styles';

/** What every view is: told what the fragment says, rendered again when language or settings change. */
export abstract class ViewElement extends LitElement {
  static override styles: CSSResultGroup = shared;

  /** What follows `?` in the fragment. */
  @property({ attribute: false }) params = new URLSearchParams();

  constructor() {
    super();
    new Watch(this, words, settings);
  }
}
