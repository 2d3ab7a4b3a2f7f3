import { css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import { problem, select } from '../../shell/controls';
import '../../shell/dialog';
import { session } from '../../shell/session';
import { Component } from '../../shell/view';
import { EXAMPLES } from '../../strategies/parts';
import { t } from '../../words';

const clues = (text: string): string => t().common.clues([...text].filter((sign) => sign !== '.').length);

/** The dialog for a puzzle. `use` receives a text, and returns an error message if it is invalid. */
@customElement('arc-search-puzzle')
export class PuzzleDialog extends Component {
  static override styles = css`
    textarea {
      min-height: 7rem;
    }
    select {
      width: 100%;
    }
    .error {
      margin-block-start: 8px;
    }
  `;

  @property({ attribute: false }) use!: (text: string) => Promise<string | undefined>;
  @property({ type: Boolean }) open = false;
  @property() text = '';
  @state() private problem = '';
  @query('textarea') private area!: HTMLTextAreaElement;

  private async take(text: string): Promise<void> {
    this.problem = (await this.use(text)) ?? '';
    if (this.problem === '') this.close();
  }

  private close(): void {
    this.open = false;
    this.problem = '';
    this.send('close');
  }

  override render() {
    const texts = t().search;
    return html`<arc-dialog heading=${t().common.puzzle} .open=${this.open} @close=${this.close}>
      <div class="stack">
        ${select(
          texts.examples,
          [['', '–'], ...EXAMPLES.map(({ name, text }) => [text, `${name}, ${clues(text)}`] as const)],
          '',
          (text) => (this.area.value = text),
        )}
        <label class="field">
          <span>${texts.puzzleText}</span>
          <textarea class="code" spellcheck="false" autocapitalize="off" .value=${this.text}></textarea>
        </label>
        ${problem(this.problem)}
      </div>
      ${
        session.value
          ? html`<button slot="actions" @click=${() => this.take(session.value?.puzzle.text ?? '')}>
              ${texts.fromGame}
            </button>`
          : nothing
      }
      <button slot="actions" class="primary" @click=${() => this.take(this.area.value)}>${texts.use}</button>
    </arc-dialog>`;
  }
}
