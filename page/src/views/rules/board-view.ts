import { html, nothing, type TemplateResult } from 'lit';

import { boardShown, cellsOfPart } from '../../draw/board';
import { verdictBadge } from '../../draw/verdict-badge';
import { cellNames } from '../../element/cells';
import { cellsOf, parseRule } from '../../element/rules';
import type { Layers } from '../../element/types';
import { drawingOf } from '../../exchange/author';
import { isLarge, nextZoom } from '../../element/zoom';
import { iconButton } from '../../shell/controls';
import type { IconName } from '../../shell/icons';
import { settings } from '../../shell/settings';
import { language, t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';
import { redundantParts } from './results';
import { gestureOf, placeholders, ruleText } from './tools';

export function boardPart(view: RulesView): TemplateResult {
  const { draft, zoom, paints, brush } = view;
  const { cells, layers } = boardShown(view.board, view.checker.findings, view.most);
  return html`<arc-sudoku
    .shape=${draft.shape}
    .rules=${drawnRules(view)}
    .state=${cells}
    .layers=${withTool(view, layers)}
    .zoom=${zoom}
    .multiple=${zoom > 1 && paints}
    .highlight=${{ equal: false, peers: false, conflicts: true }}
    .letters=${settings.value.letters}
    .language=${language()}
    @pointerdown=${paints ? brush.down : nothing}
    @keydown=${view.keys}
    @arc-selection=${view.onSelection}
    @arc-input=${view.onInput}
  ></arc-sudoku>`;
}

/** The results, and the cells of the tool, over the board. */
function withTool(view: RulesView, layers: Layers): Layers {
  const { draft, drawing, tool } = view;
  const wrong = drafts.wrongRegions(draft);
  const regions = draft.shape.regions ?? [];
  const active = tool === 'regions' ? regions.flatMap((one, cell) => (one === view.region ? [cell] : [])) : [];
  const edited =
    drawing.line === undefined || tool === 'clues'
      ? []
      : cellsOf(parseRule(draft.lines[drawing.line] ?? '', draft.shape));
  // Cells that differ between solutions are not marked, because most cells do until the puzzle is complete.
  const tints = (layers.tints ?? []).filter(({ role }) => role === 'bad');
  const redundant = (view.marking ? redundantParts(view) : []).flatMap((part) => cellsOfPart(part, view.board));
  const focus = [active, edited, drawing.cells].map((cells) => {
    return { role: 'focus' as const, cells: cellNames(cells, draft.shape) };
  });
  const all = [...tints, { role: 'warn' as const, cells: [...wrong, ...cellNames(redundant, draft.shape)] }, ...focus];
  return { ...layers, ...drawingOf(view.board.puzzle), tints: all.filter(({ cells }) => cells.length > 0) };
}

/** The drawn rules, including one that is being drawn and places for clues. */
function drawnRules({ drawing, draft, tool }: RulesView): string[] {
  const { shape } = draft;
  const rules = draft.lines.filter((line) => parseRule(line, shape).kind !== 'other');
  if (tool !== 'draw') return rules;
  const { kind, cells } = drawing;
  const isNew =
    drawing.next === 'rule' && cells.length > 0 && !['switch', 'extra', 'combine'].includes(gestureOf(kind));
  const preview = isNew ? ruleText(kind, drawing.words, cells, shape) : undefined;
  return [...rules, ...(preview === undefined ? [] : [preview]), ...placeholders(kind, draft.lines, shape)];
}

export function boardTools(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { zoom, past, future } = view;
  const { shape } = view.draft;
  const large = isLarge(shape);
  type More = Parameters<typeof iconButton>[3];
  const button = (name: IconName, label: string, act: () => void, more?: More) =>
    iconButton(name, label, act, { look: '', text: label, ...more });
  return html`<div class="row under">
    ${button('undo', t().common.undo, () => view.step(past, future), { off: past.length === 0 })}
    ${button('redo', t().common.redo, () => view.step(future, past), { off: future.length === 0 })}
    ${large ? button('zoom', t().play.zoom(zoom), () => (view.zoom = nextZoom(zoom, shape)), { text: `${zoom}×` }) : nothing}
    ${zoom > 1 && view.tool !== 'clues' ? button('move', texts.move, () => (view.moving = !view.moving), { pressed: view.moving }) : nothing}
    ${button('grid', texts.restart, () => view.begin(drafts.emptyDraft(shape.size)))}
    ${button('open', t().exchange.import, () => void import('../../exchange/dialogs').then((it) => it.openImport()))}
    <span class="end" role="status">${verdictBadge(view.checker.findings.solved?.outcome)}</span>
  </div>`;
}
