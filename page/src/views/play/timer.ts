import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { elapsed, timeText } from '../../game/clock';
import { iconButton } from '../../shell/controls';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';

/** The clock of the game, and its button. Sends `arc-pause`, or `arc-result` if the game is solved. */
@customElement('arc-timer')
export class ArcTimer extends Component {
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
    }
    .time {
      min-width: 2.6em;
      font-variant-numeric: tabular-nums;
      text-align: end;
    }
    @media (max-width: 43.75em) {
      /* The time is the label of the button. */
      :host {
        position: relative;
      }
      button.icon-only {
        min-height: 46px;
        padding-bottom: 16px;
      }
      .time {
        position: absolute;
        inset: auto 0 4px;
        min-width: 0;
        font-size: 0.6875rem;
        line-height: 1.2;
        text-align: center;
        pointer-events: none;
      }
    }
  `;

  @property({ type: Boolean }) paused = false;
  @property({ type: Boolean }) solved = false;
  private timer?: ReturnType<typeof setInterval>;
  private shown = '';

  private get text(): string {
    return session.value ? timeText(elapsed(session.value.clock, Date.now())) : '';
  }

  constructor() {
    super(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Often enough for seconds to appear equally long.
    this.timer = setInterval(() => {
      if (this.text !== this.shown) this.requestUpdate();
    }, 200);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  override render() {
    const texts = t().play;
    const label = this.solved ? texts.result : this.paused ? texts.resume : texts.pause;
    const sign = this.solved ? 'check' : this.paused ? 'play' : 'pause';
    this.shown = this.text;
    return html`${settings.value.showTimer ? html`<span class="time" role="timer" aria-label=${texts.time}>${this.shown}</span>` : ''}
    ${iconButton(sign, label, () => this.send(this.solved ? 'arc-result' : 'arc-pause'), { look: 'plain icon-only' })}`;
  }
}
