import { css, html, nothing, type TemplateResult } from 'lit';

import { all, bareSelect, iconButton, listed, valueOf } from '../../shell/controls';
import type { IconName } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { line, row } from '../../shell/styles';
import { t } from '../../words';
import type { SearchView } from './index';
import { SPEEDS } from './transport';

/** The action of a key, unless the focused element handles the key. */
export function keyAct(event: KeyboardEvent, view: SearchView): (() => void) | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const [inner] = event.composedPath();
  const handles = 'input, select, textarea, summary, a, dialog, [role="grid"], [role="radiogroup"]';
  if (!(inner instanceof Element) || inner.closest(event.key === ' ' ? `${handles}, button` : handles))
    return undefined;
  const move = (direction: 1 | -1) => (event.shiftKey ? view.jump('backtrack', direction) : view.stepBy(direction));
  const acts: Readonly<Record<string, () => void>> = {
    ' ': () => view.toggle(),
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    Home: () => view.goTo(0),
    End: () => view.goTo(view.last),
  };
  return acts[event.key];
}

export const transportStyles = css`
  .bar {
    ${row('8px 16px')};
  }
  .buttons {
    display: flex;
    gap: 4px;
  }
  .buttons button {
    flex: none;
  }
  .buttons button.primary {
    width: 56px;
  }
  .slide {
    flex: 1 1 13rem;
    min-width: 0;
    ${line('12px')};
  }
  input[type='range'] {
    flex: 1;
    min-width: 0;
    height: 40px;
    margin: 0;
    accent-color: var(--accent);
  }
  output {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .choices select {
    font-size: 0.875rem;
  }
  .more {
    display: none;
  }
  @media (max-width: 40rem) {
    .more {
      display: inline-flex;
      flex: none;
    }
    .choices:not(.open) {
      display: none;
    }
    .bar {
      gap: 4px 8px;
    }
    .buttons {
      flex-wrap: wrap;
      width: 100%;
      justify-content: space-between;
      gap: 2px;
    }
    .buttons button {
      flex: 1 1 34px;
      width: auto;
      max-width: 48px;
    }
    .buttons button.primary {
      flex-grow: 1.5;
      max-width: 72px;
    }
    .choices {
      width: 100%;
    }
    .choices select {
      flex: 1;
      min-width: 0;
    }
  }
`;

/** The controls of the playback: run, pause, steps, jumps, a position slider, and speed. */
export function transportBar(view: SearchView): TemplateResult {
  const texts = t().search;
  const { position, last, player, speed, stepSize, pace, more } = view;
  const [first, end] = [position <= 0, position >= last];
  const place = texts.place[pace](grouped(position), grouped(last));
  const button = (name: IconName, label: string, act: () => void, off: boolean, look = 'icon-only') =>
    iconButton(name, label, act, { look, off });
  const toggle = () => view.toggle();
  return html`<div class="bar" role="group" aria-label=${texts.transport}>
    <div class="buttons">
      ${button('first', texts.toStart, () => view.goTo(0), first)}
      ${button('starBack', texts.solutionBefore, () => view.jump('solution', -1), first)}
      ${button('jumpBack', texts.backtrackBefore, () => view.jump('backtrack', -1), first)}
      ${button('back', texts.back, () => view.stepBy(-1), first)}
      ${
        player.running
          ? button('pause', t().play.pause, toggle, false, 'icon-only primary')
          : button('play', texts.play, toggle, last === 0, 'icon-only primary')
      }
      ${button('step', texts.forward, () => view.stepBy(1), end)}
      ${button('jump', texts.backtrackNext, () => view.jump('backtrack', 1), end)}
      ${button('starNext', texts.solutionNext, () => view.jump('solution', 1), end)}
      ${button('last', texts.toEnd, () => view.goTo(last), end)}
    </div>
    <div class="slide">
      <input
        type="range"
        min="0"
        max=${last}
        step="1"
        .value=${String(position)}
        aria-label=${texts.position}
        aria-valuetext=${place}
        @input=${(event: Event) => view.goTo(Number(valueOf(event)), false)}
      />
      <output class="small quiet">${place}</output>
      ${iconButton('settings', texts.more, () => (view.more = !more), { look: 'icon-only more', expanded: more })}
    </div>
    <div class="row choices ${more ? 'open' : ''}">
      ${bareSelect(
        texts.speed,
        listed(SPEEDS, (one) => texts.perSecond(grouped(one))),
        speed,
        (one) => (view.speed = one),
      )}
      ${
        pace === 'events'
          ? bareSelect(texts.step, all(texts.stepSizes), stepSize, (step) => view.chooseStep(step))
          : nothing
      }
      ${view.several ? bareSelect(texts.pace, all(texts.paces), pace, (one) => view.choosePace(one)) : nothing}
    </div>
  </div>`;
}
