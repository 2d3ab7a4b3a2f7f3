import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';

import { t, words, wordsLoaded } from '../words';
import { spoken, closeToast, question, toast, toasts, type Toast } from './messages';
import { appStyles } from './app-styles';
import { all, bareSelect, iconButton } from './controls';
import './dialog';
import { icon, type IconName } from './icons';
import { route, routeTo } from './route';
import { change, CHOICES, settings, type Settings } from './settings';
import { type ViewElement, Component } from './view';
import { VIEWS, type View } from './views';

const THEME_ICONS: Readonly<Record<Settings['theme'], IconName>> = { auto: 'auto', light: 'sun', dark: 'moon' };

let resolveShown: () => void;
/** Resolves when the first view is shown or has failed to load. */
export const viewShown = new Promise<void>((done) => (resolveShown = done));

/** The frame of the page: navigation, the view, messages, and the live region. */
@customElement('arc-app')
export class ArcApp extends Component {
  static override styles = appStyles;

  @state() private loaded?: ViewElement;
  @state() private failed = false;
  @state() private menuOpen = false;
  private readonly known = new Map<string, ViewElement>();
  private wanted?: View;
  private shownToasts = toasts.value;

  constructor() {
    super(toasts, spoken, route, question);
  }

  /** Waits for the texts of the language, so no other language is shown before. */
  protected override async scheduleUpdate(): Promise<void> {
    await wordsLoaded;
    super.scheduleUpdate();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const { view: name, params } = route.value;
    const view = VIEWS.find((one) => one.name === name) ?? VIEWS[0];
    if (name !== '' && view.name !== name) {
      queueMicrotask(() => toast(t().app.unknownView(name), { kind: 'error' }));
      history.replaceState(history.state, '', routeTo(view.name));
      route.value = { view: view.name, params: new URLSearchParams() };
    }
    if (view !== this.wanted) {
      const first = this.wanted === undefined;
      this.wanted = view;
      this.menuOpen = false;
      void this.load(view, first).then(resolveShown);
    }
    document.title = `${t().views[view.name]} · ${t().app.name}`;
    const shown = this.known.get(view.name);
    if (shown && shown.params !== params) shown.params = params;
  }

  private async load(view: View, first: boolean): Promise<void> {
    this.failed = false;
    let element = this.known.get(view.name);
    if (!element) {
      try {
        await view.load();
      } catch {
        if (this.wanted === view) this.failed = true;
        return;
      }
      element = document.createElement(`arc-view-${view.name}`) as ViewElement;
      this.known.set(view.name, element);
    }
    if (this.wanted !== view) return;
    element.params = route.value.params;
    this.loaded = element;
    await this.updateComplete;
    if (!first) this.toMain();
  }

  /** Messages are above dialogs, which cover everything else. */
  protected override updated(): void {
    if (this.shownToasts === toasts.value) return;
    this.shownToasts = toasts.value;
    const passing = this.renderRoot.querySelector<HTMLElement>('.toasts > .info');
    // Not all browsers have popovers.
    passing?.hidePopover?.();
    passing?.showPopover?.();
  }

  private nextTheme(): void {
    const { theme } = CHOICES;
    change({ theme: theme[(theme.indexOf(settings.value.theme) + 1) % theme.length] });
  }

  private toMain(): void {
    // Focusing alone would scroll the beginning of the view under the header.
    this.renderRoot.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  override render() {
    const words = t().app;
    const { theme } = settings.value;
    const themeName = `${words.theme}: ${words.themes[theme]}`;
    return html`<header class="bar">
        <button class="skip" type="button" @click=${this.toMain}>${words.skip}</button>
        <a class="brand" href=${routeTo('play')}>
          <img src="./icon.svg" alt="" width="28" height="28" />
          <span>${words.name}</span>
        </a>
        <span class="where" aria-hidden="true">${this.wanted ? t().views[this.wanted.name] : nothing}</span>
        <nav id="navigation" class=${this.menuOpen ? 'open' : ''} aria-label=${words.navigation}>
          ${VIEWS.map((view) => this.link(view))}
        </nav>
        <div class="tools">
          <label class="language">
            ${icon('globe')}
            ${bareSelect(words.language, all(words.languages), settings.value.language, (language) =>
              change({ language }),
            )}
          </label>
          ${iconButton(THEME_ICONS[theme], themeName, () => this.nextTheme(), { look: 'plain icon-only' })}
          ${iconButton(this.menuOpen ? 'close' : 'menu', words.menu, () => (this.menuOpen = !this.menuOpen), { look: 'plain icon-only menu', expanded: this.menuOpen, controls: 'navigation' })}
        </div>
      </header>
      <div class="toasts" role="region" aria-label=${words.messages}>
        ${(['error', 'info'] as const).map(
          (kind) =>
            html`<div class=${kind} popover=${kind === 'info' ? 'manual' : nothing}>
              ${toasts.value.filter((one) => one.kind === kind).map((message) => this.message(message))}
            </div>`,
        )}
      </div>
      <main id="main" tabindex="-1" @click=${() => (this.menuOpen = false)}>
        ${this.failed ? this.failure() : (this.loaded ?? nothing)}
      </main>
      <div class="hidden-text" aria-live="polite" aria-atomic="false" aria-relevant="additions">
        ${repeat(
          spoken.value,
          ({ number }) => number,
          ({ text }) => html`<p>${text}</p>`,
        )}
      </div>
      ${this.asked()}`;
  }

  private link(view: View): TemplateResult {
    const current = view === this.wanted;
    return html`<a href=${routeTo(view.name)} aria-current=${current ? 'page' : nothing}>
      ${icon(view.icon)}<span>${t().views[view.name]}</span>
    </a>`;
  }

  private asked(): TemplateResult {
    const asked = question.value;
    const answer = (isSure: boolean) => () => {
      question.value = undefined;
      asked?.answer(isSure);
    };
    return html`<arc-dialog heading=${asked?.heading ?? ''} .open=${asked !== undefined} @close=${answer(false)}>
      <p>${asked?.text}</p>
      <button slot="actions" @click=${answer(false)}>${t().common.cancel}</button>
      <button slot="actions" class="primary" @click=${answer(true)}>${icon('trash')}${t().app.delete}</button>
    </arc-dialog>`;
  }

  private failure(): TemplateResult {
    return html`<h1 class="hidden-text">${t().views[this.wanted?.name ?? 'play']}</h1>
      <div class="failure card" role="alert">
        <p>${t().app.notLoaded}</p>
        <button class="primary" @click=${() => location.reload()}>${t().app.reload}</button>
      </div>`;
  }

  private message({ number, text, kind, action }: Toast): TemplateResult {
    const act = () => {
      action?.run();
      closeToast(number);
    };
    return html`<div class="toast ${kind}" role=${kind === 'error' ? 'alert' : nothing}>
      <span>${text}</span>
      ${action ? html`<button class="plain" @click=${act}>${action.label}</button>` : nothing}
      ${iconButton('close', t().app.close, () => closeToast(number), { look: 'plain icon-only' })}
    </div>`;
  }
}
