import { html, nothing, type TemplateResult } from 'lit';

import { problem, select } from '../../shell/controls';
import '../../shell/dialog';
import { session } from '../../shell/session';
import { EXAMPLES } from '../../strategies/parts';
import { t } from '../../words';
import type { SearchView } from './index';

const clues = (text: string): string => t().common.clues([...text].filter((sign) => sign !== '.').length);

/** The dialog for a puzzle: an example, the puzzle of the game, or a text. */
export function puzzleDialog(view: SearchView): TemplateResult {
  const texts = t().search;
  const area = () => view.renderRoot.querySelector('textarea') as HTMLTextAreaElement;
  const game = session.value?.puzzle.text;
  return html`<arc-dialog heading=${t().common.puzzle} .open=${view.dialog === 'puzzle'} @close=${() => view.close()}>
    <div class="stack">
      ${select(
        texts.examples,
        [['', '–'], ...EXAMPLES.map(({ name, text }) => [text, `${name}, ${clues(text)}`] as const)],
        '',
        (text) => (area().value = text),
      )}
      <label class="field">
        <span>${texts.puzzleText}</span>
        <textarea class="code" spellcheck="false" autocapitalize="off" .value=${view.puzzle?.text ?? ''}></textarea>
      </label>
      ${problem(view.textProblem)}
    </div>
    ${
      game === undefined
        ? nothing
        : html`<button slot="actions" @click=${() => view.take(game)}>${texts.fromGame}</button>`
    }
    <button slot="actions" class="primary" @click=${() => view.take(area().value)}>${texts.use}</button>
  </arc-dialog>`;
}
