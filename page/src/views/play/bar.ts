import { html, type TemplateResult } from 'lit';

import { verdictBadge } from '../../draw/verdict-badge';
import { standing, type Game } from '../../game/game';
import { mayLackRules } from '../../game/puzzle';
import { iconButton } from '../../shell/controls';
import type { IconName } from '../../shell/icons';
import { t } from '../../words';
import type { PlayView } from './index';
import { titleOf } from './library';
import './timer';

/** From this length, a title has its own line on phones. */
const LONG = 30;

/** The line above the board: the title, whether the puzzle is proper, the clock, and the tools. */
export function bar(view: PlayView, game: Game | undefined): TemplateResult {
  const texts = t().play;
  const title = game ? titleOf(game.puzzle) : '';
  const tool = (name: IconName, text: string, label: string, act: () => void) =>
    iconButton(name, label, act, { look: 'plain tool', text });
  const ask = (asking: PlayView['asking']) => () => (view.asking = asking);
  return html`<div class="bar">
    <div class="title ${title.length > LONG ? 'long' : ''}">
      <strong class="name">${title}</strong>
      ${verdictBadge(view.judge.verdict?.outcome)}
      ${game && mayLackRules(game.puzzle) ? html`<span class="small quiet">${t().exchange.author.unchecked}</span>` : ''}
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
