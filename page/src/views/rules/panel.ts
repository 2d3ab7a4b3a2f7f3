import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { digitText, isPlain, leastOf } from '../../element/cells';
import { parseRule } from '../../element/rules';
import { shapeText } from '../../game/puzzle';
import { check, radios, select, valueOf, radioKey } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { Component } from '../../shell/view';
import { t } from '../../words';
import * as drafts from './draft';
import type { Draft } from './draft';
import type { Tool } from './index';
import { panelStyles } from './panel-styles';

const TOOLS: readonly Tool[] = ['clues', 'regions', 'cage', 'thermo', 'set', 'other', 'erase'];

/**
 * Size, boxes, tools, and rules of the whole grid.
 * @fires arc-draft - the changed draft.
 * @fires arc-tool - the tool that was chosen.
 * @fires arc-region - the region that was chosen.
 * @fires arc-digit - a digit for the selected cells, or undefined to clear them.
 * @fires arc-add - the selected cells are to be what the tool draws.
 * @fires arc-toggle - the rule of the whole grid that was switched.
 */
@customElement('arc-rules-panel')
export class RulesPanel extends Component {
  static override styles = panelStyles;

  @property({ attribute: false }) draft!: Draft;
  @property() tool: Tool = 'clues';
  @property({ type: Number }) region = 0;
  @property({ attribute: false }) cage?: number;

  override render() {
    return html`${this.gridPart()} ${this.toolPart()} ${this.togglePart()}`;
  }

  private gridPart(): TemplateResult {
    const texts = t().rules;
    const { draft } = this;
    const { size } = draft.shape;
    const boxes = drafts.boxesOf(draft);
    const choices = [
      ...drafts
        .boxChoices(size)
        .map(([rows, columns]) => [`${rows}x${columns}`, texts.boxesOf(rows, columns)] as const),
      ['jigsaw', texts.jigsaw] as const,
      ['latin', texts.latin] as const,
    ];
    if (!isPlain(draft.shape)) {
      return html`<p>${t().common.size}: <code>${shapeText(draft.shape)}</code></p>`;
    }
    return html`<div class="pair">
      ${select(
        t().common.size,
        drafts.SIZES.map((one) => [one, `${one} × ${one}`]),
        size,
        (one) => this.send('arc-draft', drafts.withSize(draft, one)),
      )}
      ${select(texts.boxes, choices, boxes, (one) => this.send('arc-draft', drafts.withBoxes(draft, one)))}
    </div>`;
  }

  private toolPart(): TemplateResult {
    const texts = t().rules;
    const { draft, tool } = this;
    const tools = TOOLS.filter((one) => one !== 'regions' || draft.shape.regions);
    const draws = tool === 'cage' || tool === 'thermo' || tool === 'set';
    return html`<div class="group">
      ${radios(
        texts.tool,
        tools.map((one) => [one, texts.tools[one]]),
        tool,
        (one) => this.send('arc-tool', one),
        { look: 'tools' },
      )}
      <p class="small quiet">${texts.how[tool]}</p>
      ${tool === 'clues' ? this.digitsPart() : nothing} ${tool === 'regions' ? this.regionsPart() : nothing}
      ${
        draws
          ? html`<div class="row">
              <button @click=${() => this.send('arc-add')}>${icon('plus')}${t().common.add}</button>
              ${tool === 'cage' ? this.sumPart() : nothing}
            </div>`
          : nothing
      }
    </div>`;
  }

  private digitsPart(): TemplateResult {
    const texts = t().rules;
    const { shape } = this.draft;
    const digits = Array.from({ length: shape.size }, (_, at) => at + 1);
    const valueOf = (digit: number) => digitText(digit, false, leastOf(shape));
    return html`<div class="keys">
      ${digits.map(
        (digit) =>
          html`<button aria-label=${texts.digit(valueOf(digit))} @click=${() => this.send('arc-digit', digit)}>
            ${valueOf(digit)}
          </button>`,
      )}
      <button class="wide" @click=${() => this.send('arc-digit', undefined)}>${icon('erase')}${texts.clear}</button>
    </div>`;
  }

  private regionsPart(): TemplateResult {
    const texts = t().rules;
    const { size } = this.draft.shape;
    const counts = drafts.regionCounts(this.draft);
    return html`<div class="keys" role="radiogroup" aria-label=${texts.tools.regions} @keydown=${radioKey}>
      ${counts.map(
        (count, at) =>
          html`<button
            role="radio"
            class=${drafts.isRegionSize(this.draft.shape, count) ? '' : 'off'}
            aria-checked=${at === this.region}
            tabindex=${at === this.region ? 0 : -1}
            aria-label=${texts.region(at + 1, count, size)}
            title=${texts.region(at + 1, count, size)}
            @click=${() => this.send('arc-region', at)}
          >
            <span>${at + 1}</span><small>${count}</small>
          </button>`,
      )}
    </div>`;
  }

  /** The sum of the cage that was drawn last. */
  private sumPart(): TemplateResult | typeof nothing {
    const texts = t().rules;
    const { draft, cage } = this;
    const line = cage === undefined ? undefined : draft.lines[cage];
    const rule = line === undefined ? undefined : parseRule(line, draft.shape);
    if (cage === undefined || rule?.kind !== 'cage') return nothing;
    const { least, most } = drafts.sums(draft.shape, rule.cells.length);
    return html`<label class="sum">
      <span>${texts.sum}</span>
      <input
        type="number"
        min=${least}
        max=${most}
        .value=${String(rule.sum ?? '')}
        @input=${(event: Event) => this.send('arc-draft', drafts.withSum(draft, cage, valueOf(event)))}
      />
      <span class="small quiet">${texts.sumRange(least, most)}</span>
    </label>`;
  }

  private togglePart(): TemplateResult {
    const texts = t().rules;
    const { draft } = this;
    return html`<div class="group">
      <strong>${texts.everywhere}</strong>
      <div class="toggles">
        ${drafts.TOGGLES.map((name) =>
          check(texts.toggles[name], drafts.has(draft, name), () => this.send('arc-toggle', name), {
            off: !drafts.fits(name, draft.shape),
            title: texts.togglesHow[name],
          }),
        )}
      </div>
    </div>`;
  }
}
