import { html, nothing, type TemplateResult } from 'lit';

import { standing, type Game } from '../../game/game';
import { iconButton } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';
import { SIGNS } from '../../draw/verdict-card';
import type { PlayView } from './index';
import { unnamed } from './library';
import './timer';

/** The line above the board: the title, whether the puzzle is proper, the clock, and the tools. */
export function bar(view: PlayView, game: Game | undefined): TemplateResult {
  const texts = t().play;
  const tool = (name: IconName, text: string, label: string, act: () => void) =>
    iconButton(name, label, act, { look: 'plain tool', text });
  const ask = (asking: PlayView['asking']) => () => (view.asking = asking);
  return html`<div class="bar">
    <div class="title">
      <strong class="name">${game ? (game.puzzle.name ?? unnamed(game.puzzle)) : ''}</strong>
      ${badge(view)}
    </div>
    <div class="tools">
      <arc-timer
        .paused=${view.paused}
        .solved=${game !== undefined && standing(game) === 'solved'}
        @arc-pause=${view.pause}
        @arc-result=${ask('result')}
      ></arc-timer>
      ${tool('plus', texts.newShort, texts.newGame, ask('new'))} ${tool('list', texts.games, texts.games, ask('games'))}
      ${tool('open', texts.import, texts.import, () => void import('../../exchange/dialogs').then((it) => it.openImport()))}
      ${tool('share', t().common.share, t().common.share, () => void view.share())}
      ${tool('settings', texts.options, texts.options, ask('options'))}
    </div>
  </div>`;
}

/** Whether the puzzle has one solution, several or none. */
function badge({ judge }: PlayView): TemplateResult | typeof nothing {
  const { outcome = '', problem } = judge.verdict ?? {};
  const [sign, kind] = SIGNS[outcome] ?? [];
  const { outcomes } = t().check;
  if (!sign) return nothing;
  return html`<span class="badge ${kind}" title=${problem ?? outcomes[outcome]}>
    ${icon(sign)}${outcome === 'unique' ? t().play.unique : outcomes[outcome]}
  </span>`;
}
