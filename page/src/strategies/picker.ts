import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { select, valueOf } from '../shell/controls';
import { icon } from '../shell/icons';
import { Component } from '../shell/view';
import { t } from '../words';
import type { PartRow } from '../engine';
import { allParts, nameOf, strategyText, type Catalog } from './parts';
import { tiles } from '../shell/styles';

/** The key of a choice's description. Both parts with levels of inference share their descriptions. */
const keyOf = (part: string, choice: string) => `${part === 'inference' || part === 'scan' ? 'level' : part}.${choice}`;

/** A field for a strategy by its name or by its parts. Sends `change`; `value` is a name or parts. */
@customElement('arc-strategy-picker')
export class StrategyPicker extends Component {
  static override styles = css`
    .line {
      display: flex;
      align-items: end;
      gap: 8px;
    }
    .line label {
      flex: 1;
      min-width: 0;
    }
    .parts {
      ${tiles('8.5rem', '10px 12px')};
      margin-block-start: 10px;
      padding: 12px;
      background: var(--sunken);
      border-radius: var(--radius);
    }
    :is(select, input) {
      width: 100%;
    }
    .summary {
      margin-block-start: 4px;
      font-size: 0.8125rem;
      line-height: 1.35;
    }
    .toggle .icon {
      transition: transform 0.15s;
    }
    .toggle[aria-expanded='true'] .icon {
      transform: rotate(180deg);
    }
  `;

  @property({ attribute: false }) catalog: Catalog = { strategies: [], parts: [] };
  @property() value = '';
  @property() label = '';
  @state() private open = false;

  private choose(value: string): void {
    this.value = value;
    this.send('change');
  }

  private change(part: PartRow, value: string): void {
    const parts = { ...allParts(this.value, this.catalog), [part.part]: value };
    this.choose(strategyText(parts, this.catalog));
  }

  override render() {
    const texts = t().strategies;
    const { strategies } = this.catalog;
    const name = nameOf(this.value, this.catalog);
    const named = strategies.find((one) => one.name === name);
    return html`<div class="line">
        ${select(
          this.label || t().common.strategy,
          [...strategies.map(({ name }) => [name, name] as const), ['', texts.own]],
          name ?? '',
          (chosen) => (chosen === '' ? (this.open = true) : this.choose(chosen)),
        )}
        <button class="toggle" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>
          ${texts.parts} ${icon('down')}
        </button>
      </div>
      <p class="summary quiet" title=${named ? texts.source(named.source) : nothing}>
        ${named ? texts.about(named.name, named.summary) : this.value}
      </p>
      ${this.open ? this.parts() : nothing}`;
  }

  private parts(): TemplateResult {
    const chosen = allParts(this.value, this.catalog);
    const names: Readonly<Record<string, string>> = t().strategies.part;
    return html`<div class="parts">
      ${this.catalog.parts.map((part) => {
        const name = names[part.part] ?? part.part;
        const field = part.choices.length > 0 ? this.select : this.number;
        return field.call(this, part, name, chosen[part.part]);
      })}
    </div>`;
  }

  private select(part: PartRow, name: string, chosen: string): TemplateResult {
    const texts = t().strategies;
    const choices = part.choices.map(
      ({ name, summary }) => [name, name, { title: texts.about(keyOf(part.part, name), summary) }] as const,
    );
    const known = choices.some(([name]) => name === part.default);
    const options = known ? choices : [[part.default, texts.none] as const, ...choices];
    const title = choices.find(([name]) => name === chosen)?.[2].title;
    return select(name, options, chosen, (value) => this.change(part, value), { title });
  }

  private number(part: PartRow, name: string, chosen: string): TemplateResult {
    const take = (event: Event) => this.change(part, String(Math.max(0, Math.floor(Number(valueOf(event)))) || 0));
    return html`<label class="field">
      <span>${name}</span>
      <input type="number" aria-label=${name} min="0" step="1" inputmode="numeric" .value=${chosen} @change=${take} />
    </label>`;
  }
}
