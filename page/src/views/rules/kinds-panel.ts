import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { meaning } from '../../draw/told-rules';
import { mannerOf, type Kind } from '../../element/rules';
import { check, iconButton, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { CHOICES, isWhole } from './draft';
import { bareList, column } from '../../shell/styles';

/** Another text of a line of rules; none to take it away. */
export interface LineChange {
  readonly line: number;
  readonly text?: string;
}

const kindsStyles = css`
  :host {
    ${column('12px')};
  }
  label.field {
    ${column('4px')};
  }
  select,
  input[type='search'],
  input.code {
    width: 100%;
    min-width: 0;
    color: var(--text);
    font-size: 1rem;
  }
  .lines {
    ${column('6px')};
    ${bareList};
    max-height: 22rem;
    overflow: auto;
  }
  .lines li {
    display: flex;
    gap: 6px;
  }
`;

/**
 * The kinds of rules to choose from, the text of the one that is drawn, and the list of all.
 * @fires arc-kind - the kind that was chosen.
 * @fires arc-words - other words of the rule.
 * @fires arc-further - whether strokes are further lists of the last rule.
 * @fires arc-add - the selected cells are to be a rule.
 * @fires arc-line - a line of rules was changed or taken away: {@link LineChange}.
 */
@customElement('arc-rules-kinds')
export class RulesKinds extends Component {
  static override styles = kindsStyles;

  @property({ attribute: false }) kind!: Kind;
  @property() words = '';
  @property({ type: Boolean }) further = false;
  @property({ type: Boolean }) canJoin = false;
  @property({ attribute: false }) lines: readonly string[] = [];
  @state() private wanted = '';

  override render() {
    const texts = t().rules;
    const wanted = this.wanted.trim().toLowerCase();
    const found = CHOICES.filter(({ name }) => `${name} ${meaning(name)}`.toLowerCase().includes(wanted));
    const families = [...new Set(found.map(({ family }) => family))];
    return html`<label class="field">
        ${texts.find}
        <input type="search" .value=${this.wanted} @input=${(event: Event) => (this.wanted = valueOf(event))} />
      </label>
      <label class="field">
        ${texts.kind}
        <select
          @change=${(event: Event) =>
            this.send(
              'arc-kind',
              CHOICES.find(({ name }) => name === valueOf(event)),
            )}
        >
          ${found.includes(this.kind) ? nothing : this.option(this.kind)}
          ${families.map(
            (family) =>
              html`<optgroup label=${texts.families[family] ?? family}>
                ${found.filter((one) => one.family === family).map((one) => this.option(one))}
              </optgroup>`,
          )}
        </select>
      </label>
      <p class="small quiet" role="status">${found.length === 0 ? texts.noKind : texts.kinds(found.length)}</p>
      <p>${meaning(this.kind.name)}</p>
      ${this.wordsPart()} ${this.addPart()} ${this.linesPart()}`;
  }

  private option({ name }: Kind): TemplateResult {
    return html`<option value=${name} ?selected=${name === this.kind.name}>${name}</option>`;
  }

  private wordsPart(): TemplateResult | typeof nothing {
    const [head] = this.kind.example.split(': ');
    if (head === this.kind.name && this.words === '') return nothing;
    return html`<label class="field">
      ${t().rules.words}
      <input
        type="text"
        class="code"
        spellcheck="false"
        autocapitalize="off"
        .value=${this.words}
        @input=${(event: Event) => this.send('arc-words', valueOf(event))}
      />
    </label>`;
  }

  private addPart(): TemplateResult {
    const texts = t().rules;
    const { what } = mannerOf(this.kind);
    const how =
      isWhole(this.kind) || what === 'everywhere'
        ? texts.howNone
        : what === 'outside'
          ? texts.howOutside
          : what === 'corner'
            ? texts.howCorner
            : '';
    return html`${how ? html`<p class="small quiet">${how}</p>` : nothing}
      <div class="row">
        <button @click=${() => this.send('arc-add')}>${icon('plus')}${t().common.add}</button>
      </div>
      ${this.canJoin ? check(texts.further, this.further, (further) => this.send('arc-further', further)) : nothing}`;
  }

  private linesPart(): TemplateResult | typeof nothing {
    const texts = t().rules;
    const lines = this.lines.map((text, line) => ({ text, line })).filter(({ text }) => text.trim() !== '');
    if (lines.length === 0) return nothing;
    return html`<strong id="list">${texts.list}</strong>
      <ul class="lines" aria-labelledby="list">
        ${lines.map(
          ({ text, line }) =>
            html`<li>
              <input
                type="text"
                class="code"
                spellcheck="false"
                autocapitalize="off"
                aria-label=${texts.lineOf(text)}
                .value=${text}
                @change=${(event: Event) => this.send('arc-line', { line, text: valueOf(event) })}
              />
              ${iconButton('trash', texts.remove(text), () => this.send('arc-line', { line }), { look: '' })}
            </li>`,
        )}
      </ul>`;
  }
}
