import { html, nothing, type LitElement, type TemplateResult } from 'lit';

import { iconButton } from '../../shell/controls';
import { t } from '../../words';

/** Parts of the view that are sheets over the pad on phones. Elsewhere they are always visible. */
type Sheet = 'help' | 'entry' | 'rules';

/** The width of phones, as in the style sheets. */
const PHONE = matchMedia('(max-width: 43.75em)');

/** The sheets of a phone: one at a time opens over the lower part of the view, so the board stays visible. */
export class Sheets {
  private current?: Sheet;
  /** The element that gets the focus when the sheet closes. */
  private opener?: HTMLElement;

  constructor(private readonly host: LitElement) {
    PHONE.addEventListener('change', () => this.show(undefined));
  }

  get isOpen(): boolean {
    return this.current !== undefined;
  }

  open(sheet: Sheet): void {
    if (!PHONE.matches || this.current === sheet) return;
    this.opener = this.host.renderRoot.querySelector<HTMLElement>(':focus') ?? undefined;
    scrollTo({ top: 0 });
    this.show(sheet);
    void this.host.updateComplete.then(() =>
      this.host.renderRoot.querySelector<HTMLElement>('.sheet.open')?.focus({ preventScroll: true }),
    );
  }

  readonly close = (): void => {
    if (!this.isOpen) return;
    this.show(undefined);
    void this.host.updateComplete.then(() => this.opener?.focus());
  };

  private show(sheet: Sheet | undefined): void {
    this.current = sheet;
    this.host.requestUpdate();
  }

  /** Closes the sheet before anything else handles the key. Listens to `keydown` of the view. */
  readonly onKey = {
    capture: true,
    handleEvent: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !this.isOpen) return;
      event.stopPropagation();
      event.preventDefault();
      this.close();
    },
  };

  button(sheet: Sheet, label: string): TemplateResult {
    return html`<button class="plain quiet small" aria-haspopup="dialog" @click=${() => this.open(sheet)}>
      ${label}
    </button>`;
  }

  render(sheet: Sheet, label: string, content: unknown): TemplateResult {
    const isOpen = this.current === sheet;
    return html`<section
      class="sheet ${sheet} ${isOpen ? 'open' : ''}"
      role=${isOpen ? 'dialog' : nothing}
      aria-label=${label}
      tabindex=${isOpen ? -1 : nothing}
    >
      <div class="sheet-top">
        <strong>${label}</strong>
        ${iconButton('close', t().play.backToPad, this.close, { look: 'plain icon-only' })}
      </div>
      ${content}
    </section>`;
  }
}
