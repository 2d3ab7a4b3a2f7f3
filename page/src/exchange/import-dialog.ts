import { css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import '../shell/dialog';
import { valueOf } from '../shell/controls';
import { icon } from '../shell/icons';
import { routeTo } from '../shell/route';
import { column } from '../shell/styles';
import { Component } from '../shell/view';
import { t } from '../words';
import { chooseFiles, fileText, stem } from './files';
import { isTaken } from './intake';
import { openText } from './open';
import { isPhoto, openPhoto } from './photos';

@customElement('arc-import-dialog')
export class ImportDialog extends Component {
  static override styles = css`
    :host {
      display: contents;
    }
    form {
      ${column('16px')};
    }
    textarea {
      min-height: 11rem;
      font-family: var(--mono);
      font-size: 0.9375rem;
      line-height: 1.4;
    }
    .error {
      color: var(--text);
    }
    .buttons {
      justify-content: space-between;
    }
  `;

  @state() private open = false;
  @state() private text = '';
  @state() private problem = '';
  @state() private busy = false;
  @query('textarea') private field!: HTMLTextAreaElement;

  async show(): Promise<void> {
    [this.text, this.problem, this.open] = ['', '', true];
    await this.updateComplete;
    this.field.focus();
  }

  private async submit(event?: Event): Promise<void> {
    event?.preventDefault();
    // The keyboard shortcut calls this even if the button is disabled.
    if (this.text.trim() !== '') await this.read(this.text);
  }

  private async read(text: string, name?: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      this.problem = (await isTaken(text, name)) ? '' : ((await openText(text, name)) ?? '');
    } finally {
      this.busy = false;
    }
    if (this.problem === '') this.open = false;
  }

  private async choose(): Promise<void> {
    const [file] = await chooseFiles('', false);
    if (file && isPhoto(file)) {
      this.open = false;
      return openPhoto(file);
    }
    const text = file && (await fileText(file));
    if (text !== undefined) await this.read(text, stem(file.name));
  }

  override render() {
    const texts = t().exchange;
    return html`<arc-dialog heading=${texts.import} .open=${this.open} @close=${() => (this.open = false)}>
      <form @submit=${this.submit}>
        <p class="quiet small">${texts.importHow}</p>
        <textarea
          aria-label=${texts.importText}
          placeholder=${texts.importText}
          spellcheck="false"
          autocapitalize="off"
          .value=${this.text}
          aria-invalid=${this.problem !== ''}
          aria-describedby="problem"
          @input=${(event: Event) => {
            this.text = valueOf(event);
            this.problem = '';
          }}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.submit(event);
          }}
        ></textarea>
        <div id="problem" role="alert">
          ${this.problem ? html`<p class="error problem">${this.problem}</p>` : nothing}
        </div>
        <div class="row buttons">
          <div class="row">
            <button type="button" @click=${this.choose}>${icon('open')}${texts.chooseFile}</button>
            <a class="button" href=${routeTo('photo')} @click=${() => (this.open = false)}>
              ${icon('camera')}${t().views.photo}
            </a>
          </div>
          <button class="primary" ?disabled=${this.busy || this.text.trim() === ''}>${texts.open}</button>
        </div>
      </form>
    </arc-dialog>`;
  }
}
