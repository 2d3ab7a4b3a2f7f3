import { html, nothing, type TemplateResult } from 'lit';

import { meaning } from '../draw/rule-texts';
import type { Layers } from '../element/types';
import { fogOf, standing, type Game } from '../game/game';
import { documentOf, isIncomplete, mayLackRules, puzzleOf, type Puzzle } from '../game/puzzle';
import { failureText, toast } from '../shell/messages';
import { session } from '../shell/session';
import { t } from '../words';
import { unknownParts } from './fault-texts';
import { read } from './library';

/** What the author of a puzzle has written, and which of it became rules. On phones, it is closed at first. */
export function authorPanel(game: Game, open: boolean): TemplateResult | typeof nothing {
  const { puzzle } = game;
  const { origin } = puzzle;
  const texts = t().exchange.author;
  if (!origin || !(origin.author || origin.rules || origin.message || isIncomplete(puzzle))) return nothing;
  const { author, rules, message, lit, solution, guessed = [] } = origin;
  const incomplete = isIncomplete(puzzle) && `${texts.incomplete} ${solution ? texts.compared : ''}`;
  const note = incomplete || (mayLackRules(puzzle) && texts.decoration);
  const unknown = unknownParts(origin, t().exchange);
  return html`<details class="author" ?open=${open}>
    <summary>${author ? texts.by(author) : texts.rules}</summary>
    ${
      guessed.length > 0
        ? html`<p>${texts.guessed}</p>
            <ul>
              ${names(guessed.flatMap(({ detail }) => detail.split('; '))).map((name) => html`<li>${name}</li>`)}
            </ul>
            <button @click=${() => confirm(puzzle)}>${texts.confirm}</button>`
        : nothing
    }
    ${rules ? html`<p class="words">${rules}</p>` : nothing}
    ${message && standing(game) === 'solved' ? html`<p class="words" role="status">${message}</p>` : nothing}
    ${note ? html`<p class="card">${note}</p>` : nothing} ${lit && !solution ? html`<p>${texts.noFog}</p>` : nothing}
    ${
      unknown.length > 0
        ? html`<details>
            <summary>${texts.unknown(unknown.length)}</summary>
            <ul>
              ${unknown.map((part) => html`<li>${part}</li>`)}
            </ul>
          </details>`
        : nothing
    }
  </details>`;
}

/** The kinds of rules with their numbers and meanings. A rule that several parts show is counted once. */
function names(rules: readonly string[]): string[] {
  const kinds = [...new Set(rules)].map((rule) => /^[\w-]+/.exec(rule)?.[0] ?? rule);
  return [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return [count > 1 ? `${count} × ${kind}` : kind, meaning(kind)].filter((text) => text !== '').join(': ');
  });
}

/** Adds the suggested rules to the current game. Its entries stay. */
async function confirm(puzzle: Puzzle): Promise<void> {
  try {
    const reply = await read(documentOf(puzzle) ?? '', true);
    const { name } = puzzle;
    const ruled = { ...puzzleOf(reply), ...(name ? { name } : {}) };
    session.update((game) => (game.puzzle === puzzle ? { ...game, puzzle: ruled, keepsRules: undefined } : game));
    const { addedPart, added, decoration } = t().exchange.author;
    toast(isIncomplete(ruled) ? addedPart : mayLackRules(ruled) ? `${added} ${decoration}` : added);
  } catch (error) {
    toast(failureText(error), { kind: 'error' });
  }
}

/** What the document of a puzzle draws. */
export function drawingOf({ origin }: Puzzle): Layers {
  const { drawing = [], margin = 0 } = origin ?? {};
  return drawing.length > 0 ? { drawing: { shapes: drawing, margin } } : {};
}

/** The drawing and the fog of a game, below other layers. */
export function withDrawing(game: Game | undefined, layers: Layers): Layers {
  const fog = game ? fogOf(game) : [];
  return { ...layers, ...(game && drawingOf(game.puzzle)), ...(fog.length > 0 ? { fog } : {}) };
}
