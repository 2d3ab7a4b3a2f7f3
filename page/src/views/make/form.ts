import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import '../../element/arc-sudoku';
import { cellName } from '../../element/cells';
import { boxedShape, usualShape } from '../../element/rules';
import type { Shape } from '../../element/types';
import { nextZoom } from '../../element/zoom';
import { Brush } from '../../draw/brush';
import { all, check, listed, radios, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { LEVELS } from '../../game/levels';
import { COMMON_SIZES } from '../../game/puzzle';
import { routeTo } from '../../shell/route';
import { Component } from '../../shell/view';
import { language, t } from '../../words';
import { techniqueNames } from './made';
import { canRate, type Form, type Wrong } from './request';
import { column, groups, row } from '../../shell/styles';

/**
 * The form for the options of puzzles.
 * @fires arc-form - the detail is the changed form.
 */
@customElement('arc-make-form')
export class MakeForm extends Component {
  static override styles = css`
    fieldset {
      ${column('18px')};
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 12px;
      align-items: end;
    }
    ${groups}
    .label {
      font-weight: 600;
    }
    output {
      display: flex;
      align-items: center;
      min-height: 40px;
      color: var(--text);
      font-size: 1rem;
    }
    .rules {
      ${row('8px')};
      justify-content: space-between;
    }
    .rules ul {
      flex-basis: 100%;
      margin: 0;
      padding: 0 0 0 18px;
      max-height: 8rem;
      overflow: auto;
      overflow-wrap: anywhere;
    }
    .mask {
      max-width: 20rem;
    }
    details summary {
      min-height: 40px;
      padding: 8px 0;
      font-weight: 600;
    }
    details .group {
      padding-top: 6px;
    }
    input[aria-invalid='true'] {
      border-color: var(--bad);
      border-width: 2px;
    }
  `;

  @property({ attribute: false }) form!: Form;
  @property({ attribute: false }) wrong?: Wrong;
  /** The techniques to choose from for the hardest step. */
  @property({ attribute: false }) techniques: readonly string[] = [];
  @property({ type: Boolean }) disabled = false;

  /** The zoom level of the mask's board, and whether a finger moves the board instead of painting. */
  @state() private zoom = 1;
  @state() private moving = false;

  /** Whether the stroke allows clues or forbids them. */
  private allows = true;
  private readonly brush = new Brush(this, {
    begin: (cell) => {
      this.allows = !this.mask[cell];
      this.paint([cell], this.allows);
    },
    over: (cells) => this.paint(cells, this.allows),
    end: () => undefined,
    key: (digit, cells) => this.paint(cells, digit !== undefined),
  });

  constructor() {
    super(techniqueNames);
  }

  private get shape(): Shape {
    const { size, ruleset } = this.form;
    if (!ruleset) return usualShape(size);
    return boxedShape(ruleset.boxes ? ruleset.boxes.join('x') : 'latin', size);
  }

  private get mask(): readonly boolean[] {
    const cells = this.form.size ** 2;
    return this.form.mask.length === cells ? this.form.mask : Array.from({ length: cells }, () => true);
  }

  private change(changed: Partial<Form>): void {
    this.send('arc-form', { ...this.form, ...changed });
  }

  private paint(cells: readonly number[], may: boolean): void {
    const mask = [...this.mask];
    for (const cell of cells) mask[cell] = may;
    this.change({ mask });
  }

  override render() {
    const texts = t().make;
    const { form } = this;
    return html`<fieldset ?disabled=${this.disabled}>
      <legend class="hidden-text">${texts.request}</legend>
      ${this.sizePart()} ${this.cagesPart()}
      ${form.useCages ? nothing : html`${this.difficultyPart()} ${this.cluesPart()} ${this.maskPart()}`}
      ${this.morePart()}
    </fieldset>`;
  }

  private sizePart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    const boxes = (size: number) => {
      const { boxRows, boxColumns } = usualShape(size);
      return boxRows > 0 ? ` (${boxRows}×${boxColumns})` : '';
    };
    return html`<div class="pair">
        ${
          form.ruleset
            ? html`<label class="field">${t().common.size}<output>${form.size} × ${form.size}</output></label>`
            : select(
                t().common.size,
                listed(COMMON_SIZES, (size) => `${size} × ${size}${boxes(size)}`),
                form.size,
                (size) => this.change({ size, mask: [] }),
              )
        }
        ${
          form.difficulty === 'book' && canRate(form)
            ? nothing
            : this.text(texts.count, form.count, 'count', (count) => this.change({ count }))
        }
      </div>
      ${this.problem('count')}
      <div class="rules">
        <span class="small quiet">${form.ruleset ? texts.rulesFrom : texts.rulesNone}</span>
        ${
          form.ruleset
            ? html`<ul>
                ${form.ruleset.rules.map((rule) => html`<li><code>${rule}</code></li>`)}
              </ul>`
            : nothing
        }
        <span class="row">
          <a class="button" href=${routeTo('rules')}>${texts.rulesEdit}</a>
          ${
            form.ruleset
              ? html`<button class="plain" @click=${() => this.change({ ruleset: undefined, size: 9, mask: [] })}>
                  ${texts.rulesDrop}
                </button>`
              : nothing
          }
        </span>
      </div>`;
  }

  private cagesPart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    return html`<div class="group">
      ${check(texts.cages, form.useCages, (useCages) => this.change({ useCages }))}
      ${
        form.useCages
          ? html`<div class="group" role="group" aria-label=${texts.cageSize}>
              ${this.range('cages', `${texts.cageSize}, `)}
            </div>`
          : nothing
      }
    </div>`;
  }

  private difficultyPart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    if (!canRate(form)) return html`<p class="small quiet">${texts.noRating}</p>`;
    const levels = listed(LEVELS, (level) => t().common.levels[level]);
    const hardest = techniqueNames.value;
    return html`<div class="group" role="group" aria-labelledby="difficulty">
      <span id="difficulty" class="label">${texts.difficulty}</span>
      ${radios(texts.difficulty, all(texts.difficulties), form.difficulty, (difficulty) =>
        this.change({ difficulty, ratingFrom: '', ratingTo: '' }),
      )}
      ${
        form.difficulty === 'level'
          ? html`<div class="pair">
              ${select(texts.from, levels, form.levelFrom, (levelFrom) => this.change({ levelFrom }))}
              ${select(texts.to, levels, form.levelTo, (levelTo) => this.change({ levelTo }))}
            </div>`
          : nothing
      }
      ${
        form.difficulty === 'book'
          ? html`<p class="small quiet">${texts.bookHow}</p>
              <div class="pair">
                ${LEVELS.map((level) =>
                  this.text(t().common.levels[level], form.book[level], 'book', (count) =>
                    this.change({ book: { ...form.book, [level]: count } }),
                  ),
                )}
              </div>
              ${this.problem('book')}`
          : nothing
      }
      ${form.difficulty === 'score' || form.difficulty === 'er' ? this.range('rating') : nothing}
      ${this.problem('levels')}
      ${select(
        texts.hardest,
        [['', texts.anyTechnique], ...this.techniques.map((name) => [name, hardest.get(name) ?? name] as const)],
        form.hardest,
        (hardest) => this.change({ hardest }),
      )}
      ${this.problem('hardest')}
    </div>`;
  }

  private cluesPart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    return html`${select(texts.symmetry, all(texts.symmetries), form.symmetry, (symmetry) => this.change({ symmetry }))}
      <div class="group" role="group" aria-labelledby="clues">
        <span id="clues" class="label">${texts.clues}</span>
        ${this.range('clues')}
      </div>`;
  }

  private maskPart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    const { mask } = this;
    const zoom = form.size > 9 ? this.zoom : 1;
    const paints = zoom === 1 || !this.moving;
    const forbidden = mask.flatMap((may, cell) => (may ? [] : [cellName(cell, form.size)]));
    return html`<div class="group">
      ${check(texts.mask, form.useMask, (useMask) => this.change({ useMask }))}
      ${
        form.useMask
          ? html`<p class="small quiet">${texts.maskHow}</p>
              <arc-sudoku
                class="mask"
                .shape=${this.shape}
                .state=${[]}
                .layers=${{ tints: [{ role: 'mask', cells: forbidden }] }}
                .highlight=${{ equal: false, peers: false, conflicts: false }}
                .language=${language()}
                .zoom=${zoom}
                .multiple=${paints && zoom > 1}
                @pointerdown=${paints ? this.brush.down : nothing}
                @arc-selection=${this.brush.selected}
                @arc-input=${this.brush.input}
              ></arc-sudoku>
              <div class="row">
                <button @click=${() => this.change({ mask: mask.map(() => true) })}>${t().common.all}</button>
                <button @click=${() => this.change({ mask: mask.map(() => false) })}>${t().common.none}</button>
                <button @click=${() => this.change({ mask: mask.map((may) => !may) })}>${texts.maskInvert}</button>
                ${
                  form.size > 9
                    ? html`<button @click=${() => (this.zoom = nextZoom(zoom, form.size))}>
                        ${icon('zoom')}${t().play.zoom(zoom)}
                      </button>`
                    : nothing
                }
                ${
                  zoom > 1
                    ? html`<button aria-pressed=${this.moving} @click=${() => (this.moving = !this.moving)}>
                        ${icon('move')}${t().rules.move}
                      </button>`
                    : nothing
                }
                <span class="small quiet">${texts.maskCount(mask.filter((may) => may).length)}</span>
              </div>
              ${this.problem('mask')}`
          : nothing
      }
    </div>`;
  }

  private morePart(): TemplateResult {
    const texts = t().make;
    const { form } = this;
    return html`<details>
      <summary>${texts.more}</summary>
      <div class="group">
        ${canRate(form) ? check(texts.bothScales, form.bothScales, (bothScales) => this.change({ bothScales })) : nothing}
        ${
          form.useCages
            ? nothing
            : select(texts.minimal, all(texts.minimals), form.minimal, (minimal) => this.change({ minimal }))
        }
        ${this.text(texts.seed, form.seed, 'seed', (seed) => this.change({ seed }))}
        <p class="small quiet">${texts.seedHow}</p>
        ${this.problem('seed')}
      </div>
    </details>`;
  }

  private range(field: 'cages' | 'clues' | 'rating', name = ''): TemplateResult {
    const end = (key: 'from' | 'to') => {
      const part = `${field}${key === 'from' ? 'From' : 'To'}` as const;
      return this.text(name + t().make[key], this.form[part], field, (value) => this.change({ [part]: value }));
    };
    return html`<div class="pair">${end('from')} ${end('to')}</div>
      ${this.problem(field)}`;
  }

  private text(label: string, value: string, field: Wrong['field'], change: (value: string) => void): TemplateResult {
    return html`<label class="field">
      ${label}
      <input
        type="text"
        inputmode=${field === 'rating' ? 'decimal' : 'numeric'}
        autocomplete="off"
        .value=${value}
        aria-invalid=${this.wrong?.field === field}
        aria-describedby=${`wrong-${field}`}
        @input=${(event: Event) => change(valueOf(event))}
      />
    </label>`;
  }

  private problem(field: Wrong['field']): TemplateResult {
    const { wrong } = this;
    const texts = t().make.wrong;
    const text = wrong?.field === field ? texts[field](wrong.least ?? 0, wrong.most ?? 0) : '';
    return html`<p id=${`wrong-${field}`} class="error small" role="alert" ?hidden=${text === ''}>${text}</p>`;
  }
}
