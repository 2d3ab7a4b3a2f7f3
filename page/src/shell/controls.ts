import { html, nothing, type TemplateResult } from 'lit';

import { icon, type IconName } from './icons';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Handles arrow keys within a radio group of buttons or within tabs, as in native groups: the next button is focused
 * and chosen. Listen to `keydown` of the group. Only the chosen button has `tabindex` 0.
 */
export function radioKey(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const group = event.currentTarget as HTMLElement;
  const radios = [...group.querySelectorAll<HTMLButtonElement>(':is([role="radio"], [role="tab"]):not(:disabled)')];
  const at = radios.indexOf((event.target as HTMLElement).closest('button') as HTMLButtonElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next.focus();
  next.click();
}

/** A value that can be chosen, with its label. Buttons may show more. */
export type Options<T> = readonly (readonly [
  value: T,
  shown: string | TemplateResult,
  more?: { readonly look?: string; readonly title?: string; readonly label?: string; readonly keys?: string },
])[];

/** All values with labels in the texts of the page. */
export const all = <T extends string>(names: Readonly<Record<T, string>>): Options<T> =>
  Object.entries(names) as [T, string][];

/** The option elements of some values. */
export const listed = <T>(all: readonly T[], shown: (one: T) => string): Options<T> =>
  all.map((one) => [one, shown(one)]);

export const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** A select field without a visible label. */
export function bareSelect<T extends string | number>(
  label: string,
  options: Options<T>,
  chosen: T,
  take: (value: T) => void,
  { off = false, title = label }: { off?: boolean; title?: string } = {},
): TemplateResult {
  const choose = ({ target }: Event) => take(options[(target as HTMLSelectElement).selectedIndex][0]);
  return html`<select aria-label=${label} title=${title || nothing} ?disabled=${off} @change=${choose}>
    ${options.map(
      ([value, shown, more]) =>
        html`<option value=${value} ?selected=${value === chosen} title=${more?.title ?? nothing}>${shown}</option>`,
    )}
  </select>`;
}

/** A select field below its label. */
export const select = <T extends string | number>(
  label: string,
  options: Options<T>,
  chosen: T,
  take: (value: T) => void,
  { off, title = '' }: { off?: boolean; title?: string } = {},
): TemplateResult =>
  html`<label class="field">
    <span>${label}</span>
    ${bareSelect(label, options, chosen, take, { off, title })}
  </label>`;

export function check(
  label: string,
  on: boolean,
  take: (on: boolean) => void,
  { off = false, title }: { off?: boolean; title?: string } = {},
): TemplateResult {
  return html`<label class="choice" title=${title ?? nothing}>
    <input
      type="checkbox"
      .checked=${on}
      ?disabled=${off}
      @change=${(event: Event) => take((event.target as HTMLInputElement).checked)}
    />
    <span>${label}</span>
  </label>`;
}

/** A radio group of buttons. `look` is the class of the group. */
export function radios<T>(
  label: string,
  options: Options<T>,
  chosen: T,
  take: (value: T) => void,
  { look = 'segments', off = false }: { look?: string; off?: boolean } = {},
): TemplateResult {
  // The Tab key reaches the chosen button, or else the first one.
  const stop = options.some(([value]) => value === chosen) ? chosen : options[0]?.[0];
  return html`<div class=${look} role="radiogroup" aria-label=${label} @keydown=${radioKey}>
    ${options.map(
      ([value, shown, more]) =>
        html`<button
          type="button"
          role="radio"
          class=${more?.look ?? nothing}
          title=${more?.title ?? nothing}
          aria-label=${more?.label ?? nothing}
          aria-keyshortcuts=${more?.keys ?? nothing}
          aria-checked=${value === chosen}
          tabindex=${value === stop ? 0 : -1}
          ?disabled=${off}
          @click=${() => take(value)}
        >
          ${shown}
        </button>`,
    )}
  </div>`;
}

/** A button with an icon and optionally a text. Its name is its label for screen readers and its tooltip. */
export function iconButton(
  name: IconName,
  label: string,
  act: () => void,
  {
    look = 'icon-only',
    off = false,
    title = label,
    ...more
  }: {
    look?: string;
    off?: boolean;
    title?: string;
    text?: string;
    pressed?: boolean;
    expanded?: boolean;
    controls?: string;
  } = {},
): TemplateResult {
  return html`<button
    type="button"
    class=${look}
    aria-label=${label}
    title=${title}
    aria-pressed=${more.pressed ?? nothing}
    aria-expanded=${more.expanded ?? nothing}
    aria-controls=${more.controls ?? nothing}
    ?disabled=${off}
    @click=${act}
  >
    ${icon(name)}${more.text === undefined ? nothing : html`<span>${more.text}</span>`}
  </button>`;
}

/** A list of names with their values, without undefined values. */
export const facts = (rows: readonly (readonly [name: string, value: unknown])[]): TemplateResult[] =>
  rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    );

export function problem(text: string | undefined): TemplateResult | typeof nothing {
  return text ? html`<p class="error" role="alert">${text}</p>` : nothing;
}
