import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';

import { stopped } from '../game/clock';
import { boardAsk, progress, standing, type Game } from '../game/game';
import { linkParams } from '../game/link';
import '../shell/dialog';
import { Work } from '../shell/job';
import { toast } from '../shell/messages';
import { icon } from '../shell/icons';
import { all, bareSelect, radios } from '../shell/controls';
import { addressOf, go } from '../shell/route';
import { Component } from '../shell/view';
import { t, type Words } from '../words';
import { copy, fileName, pngOf, saveFile } from './files';
import { convert, type ConvertReply } from './library';
import { qrOf, qrPicture } from './qr';
import { faultText, unsupportedText } from './fault-texts';
import { column, row } from '../shell/styles';
import { titleOf } from '../views/play/library';

type Notation = keyof Words['exchange']['notations'];

/** Extensions of files that are not plain text. */
const ENDINGS: Readonly<Record<string, string>> = {
  json: 'jsonl',
  ...Object.fromEntries(['sdk', 'sdm', 'ss', 'csv', 'tsv'].map((name) => [name, name])),
};

/** From this length, mail and chat programs may cut links off. */
const LONG_LINK = 2000;
const PIXELS = 1600;

@customElement('arc-export-dialog')
export class ExportDialog extends Component {
  static override styles = css`
    :host {
      display: contents;
    }
    .parts {
      ${column('28px')};
    }
    section {
      ${column('10px')};
      min-width: 0;
    }
    .head {
      ${row('8px')};
      justify-content: space-between;
    }
    .line input {
      flex: 1 1 12rem;
      min-width: 0;
      font-family: var(--mono);
      font-size: 0.875rem;
      text-overflow: ellipsis;
    }
    textarea {
      font-size: 0.875rem;
      line-height: 1.35;
      white-space: pre;
    }
    .qr {
      align-self: center;
      width: min(100%, 20rem);
      border-radius: 8px;
      shape-rendering: crispEdges;
    }
  `;

  @state() private open = false;
  @state() private game?: Game;
  @state() private progress = false;
  @state() private notation: Notation = 'line';
  @state() private reply?: ConvertReply | undefined;
  /** Whether the notation has no entries, only the puzzle. */
  @state() private lacksEntries = false;
  @state() private showQr = false;
  private draw: () => string = () => '';
  private readonly work = new Work(() => this.requestUpdate());

  show(game: Game, svg: () => string): void {
    // The time is fixed when the dialog opens, so the link does not change while it is shown.
    this.game = { ...game, clock: stopped(game.clock, Date.now()) };
    [this.draw, this.open, this.showQr] = [svg, true, false];
    this.progress = standing(game) !== 'solved' && (game.past.length > 0 || progress(game) > 0);
    if (game.puzzle.text.startsWith('{')) this.notation = 'json';
    this.convert();
  }

  private get name(): string | undefined {
    return this.game && titleOf(this.game.puzzle);
  }

  private get link(): string {
    return this.game ? addressOf('play', linkParams(this.game, this.progress, Date.now())) : '';
  }

  private convert(): void {
    const { game } = this;
    if (!game) return;
    this.reply = undefined;
    void this.work.start(
      true,
      () => this.written(game),
      (reply) => (this.reply = reply),
    );
  }

  private async written(game: Game): Promise<ConvertReply> {
    const reply = this.progress && (await convert(boardAsk(game), this.notation));
    this.lacksEntries = reply && reply.refused !== undefined;
    return reply && !this.lacksEntries ? reply : convert({ puzzle: game.puzzle.text }, this.notation);
  }

  private get problem(): string | undefined {
    const { fault, refused } = this.reply ?? {};
    if (fault) return faultText(fault, t().exchange);
    return refused && this.reply ? unsupportedText(this.reply, t().exchange, this.notation) : this.work.error;
  }

  private async savePng(): Promise<void> {
    try {
      saveFile(fileName(this.name, 'png'), await pngOf(this.draw(), PIXELS));
    } catch {
      toast(t().exchange.pictureFailed, { kind: 'error' });
    }
  }

  private print(): void {
    this.open = false;
    if (this.game) go('make', { print: this.game.puzzle.text });
  }

  override render() {
    const texts = t().exchange;
    return html`<arc-dialog heading=${texts.export} .open=${this.open} @close=${() => (this.open = false)}>
      ${this.open ? html`<div class="parts">${this.linkPart()}${this.textPart()}${this.picturePart()}</div>` : nothing}
    </arc-dialog>`;
  }

  private linkPart() {
    const texts = t().exchange;
    const { link } = this;
    return html`<section>
      <div class="head">
        <h3>${texts.link}</h3>
        ${radios(
          texts.export,
          [
            [false, t().common.puzzle],
            [true, texts.linkProgress],
          ],
          this.progress,
          (progress) => {
            this.progress = progress;
            this.convert();
          },
        )}
      </div>
      <div class="row line">
        <input type="text" readonly aria-label=${texts.link} .value=${link} @focus=${select} />
        <button class="primary" @click=${() => copy(link)}>${icon('copy')}${texts.copy}</button>
        <button aria-pressed=${this.showQr} @click=${() => (this.showQr = !this.showQr)}>
          ${icon('qr')}${texts.qr}
        </button>
      </div>
      <p class="quiet small">${link.length > LONG_LINK ? texts.linkLong : texts.linkHow(this.progress)}</p>
      ${this.showQr ? this.qrPart(link) : nothing}
    </section>`;
  }

  private qrPart(link: string) {
    const code = qrOf(link);
    return code ? qrPicture(code, t().exchange.qrLabel) : html`<p class="error">${t().exchange.qrTooLong}</p>`;
  }

  private textPart() {
    const texts = t().exchange;
    const ending = ENDINGS[this.notation] ?? 'txt';
    const { text = '' } = this.reply ?? {};
    const none = text === '';
    return html`<section>
      <div class="head">
        <h3>${texts.textHeading}</h3>
        ${bareSelect(texts.notation, all(texts.notations), this.notation, (notation) => {
          this.notation = notation;
          this.convert();
        })}
      </div>
      ${
        this.problem === undefined
          ? html`<textarea
              class="code"
              readonly
              aria-label=${texts.textLabel}
              rows=${rowsOf(text)}
              wrap="off"
              .value=${none ? texts.working : text}
              @focus=${select}
            ></textarea>`
          : html`<p class="problem" role="alert">${this.problem}</p>`
      }
      ${this.lacksEntries && !none ? html`<p class="quiet small">${texts.noEntries}</p>` : nothing}
      <div class="row">
        <button ?disabled=${none} @click=${() => copy(text)}>${icon('copy')}${texts.copy}</button>
        <button ?disabled=${none} @click=${() => saveFile(fileName(this.name, ending), text)}>
          ${icon('download')}${t().common.save}
        </button>
      </div>
    </section>`;
  }

  private picturePart() {
    const texts = t().exchange;
    const saveSvg = () => saveFile(fileName(this.name, 'svg'), this.draw(), 'image/svg+xml');
    return html`<section>
      <h3>${texts.picture}</h3>
      <div class="row">
        <button @click=${this.savePng}>${icon('download')}${texts.savePng}</button>
        <button @click=${saveSvg}>${icon('download')}${texts.saveSvg}</button>
        <button @click=${() => copy(pngOf(this.draw(), PIXELS))}>${icon('copy')}${texts.copyPng}</button>
        <button @click=${this.print}>${icon('print')}${t().common.print}</button>
      </div>
    </section>`;
  }
}

const select = (event: Event) => (event.target as HTMLInputElement | HTMLTextAreaElement).select();
const rowsOf = (text: string) => Math.max(2, Math.min(14, text.trimEnd().split('\n').length + 1));
