import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { jobStyles } from '../../shell/job';
import { routeTo } from '../../shell/route';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { FreshGame } from './fresh';
import { LEVELS, type Level } from './starters';
import { bareList, line, tiles } from '../../shell/styles';

/** The dialog that starts a game of a level, or links to other sources. Sends `close`. */
@customElement('arc-new-game')
export class NewGame extends Component {
  static override styles = [
    jobStyles,
    css`
      .levels {
        ${tiles('9.5rem', '8px', 'fit')};
      }
      .levels button {
        flex-direction: column;
        align-items: flex-start;
        gap: 0;
        min-height: 64px;
        text-align: start;
      }
      .levels strong {
        font-weight: 600;
      }
      .stack {
        gap: 20px;
      }
      ul {
        ${bareList};
      }
      li a {
        ${line('12px')};
        min-height: 44px;
        color: var(--text);
      }
    `,
  ];

  @property({ type: Boolean }) open = false;
  private readonly fresh = new FreshGame(this);

  private async begin(level: Level): Promise<void> {
    if (await this.fresh.begin({ level })) this.close();
  }

  private close(): void {
    this.fresh.cancel();
    this.send('close');
  }

  override render() {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.newTitle} .open=${this.open} @close=${this.close}>
      <div class="stack">
        <div class="levels">
          ${LEVELS.map(
            (level) =>
              html`<button ?disabled=${this.fresh.working} @click=${() => this.begin(level)}>
                <strong>${texts.levels[level].name}</strong>
                <span class="small quiet">${texts.levels[level].hint}</span>
              </button>`,
          )}
        </div>
        ${this.fresh.row()}
        <div>
          <h3>${texts.otherWays}</h3>
          <ul @click=${this.close}>
            <li><a href=${routeTo('make')}>${icon('plus')}${texts.toMake}</a></li>
            <li><a href=${routeTo('check')}>${icon('keyboard')}${texts.toCheck}</a></li>
            <li><a href=${routeTo('rules')}>${icon('shapes')}${texts.toRules}</a></li>
          </ul>
        </div>
      </div>
    </arc-dialog>`;
  }
}
