import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { bareSelect, iconButton, listed, named, valueOf } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { SPEEDS, STEPS, type Pace, type Step } from './transport';
import { line, row } from '../../shell/styles';

/** What a key asks of the search, unless it belongs to what has the focus. */
export function keyCommand(event: KeyboardEvent): Command | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const path = event.composedPath();
  const [inner] = path;
  if (!(inner instanceof Element) || inner.closest('input, select, textarea, summary, a, dialog')) return undefined;
  if (inner.closest('[role="grid"], [role="radiogroup"]') || (event.key === ' ' && inner.closest('button')))
    return undefined;
  switch (event.key) {
    case ' ':
      return { kind: 'toggle' };
    case 'ArrowRight':
      return event.shiftKey ? { kind: 'find', what: 'backtrack', direction: 1 } : { kind: 'forward' };
    case 'ArrowLeft':
      return event.shiftKey ? { kind: 'find', what: 'backtrack', direction: -1 } : { kind: 'back' };
    case 'Home':
      return { kind: 'start' };
    case 'End':
      return { kind: 'end' };
    default:
      return undefined;
  }
}

/** What the bar asks for. */
export type Command =
  | { readonly kind: 'toggle' | 'start' | 'end' | 'back' | 'forward' }
  | { readonly kind: 'find'; readonly what: 'backtrack' | 'solution'; readonly direction: 1 | -1 }
  | { readonly kind: 'go'; readonly position: number }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'pace'; readonly pace: Pace };

/** Run, pause, steps, jumps, a slider over everything, and speed. Sends `arc-command`. */
@customElement('arc-search-transport')
export class TransportBar extends Component {
  static override styles = css`
    .bar {
      ${row('8px 16px')};
    }
    .buttons {
      display: flex;
      gap: 4px;
    }
    .buttons button {
      flex: none;
      padding: 0;
      width: 40px;
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
      font-size: 0.875rem;
      font-variant-numeric: tabular-nums;
      color: var(--quiet);
      text-align: end;
    }
    .choices {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
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

  @property({ type: Number }) position = 0;
  @property({ type: Number }) last = 0;
  @property({ type: Boolean }) playing = false;
  @property({ type: Number }) speed = 20;
  @property() step: Step = 'event';
  @property() pace: Pace = 'events';
  /** Whether two searches are kept in step. */
  @property({ type: Boolean }) two = false;

  /** On narrow screens: whether speed and steps can be seen. */
  @state() private more = false;

  private ask(command: Command): void {
    this.send('arc-command', command);
  }

  private button(name: IconName, label: string, command: Command, off: boolean, primary = false) {
    return iconButton(name, label, () => this.ask(command), { look: primary ? 'primary' : '', off });
  }

  override render() {
    const said = t().search;
    const { position, last } = this;
    const [first, end] = [position <= 0, position >= last];
    const place = said.place[this.pace](grouped(position), grouped(last));
    return html`<div class="bar" role="group" aria-label=${said.transport}>
      <div class="buttons">
        ${this.button('first', said.toStart, { kind: 'start' }, first)}
        ${this.button('starBack', said.solutionBefore, { kind: 'find', what: 'solution', direction: -1 }, first)}
        ${this.button('jumpBack', said.backtrackBefore, { kind: 'find', what: 'backtrack', direction: -1 }, first)}
        ${this.button('back', said.back, { kind: 'back' }, first)}
        ${
          this.playing
            ? this.button('pause', t().play.pause, { kind: 'toggle' }, false, true)
            : this.button('play', said.play, { kind: 'toggle' }, last === 0, true)
        }
        ${this.button('step', said.forward, { kind: 'forward' }, end)}
        ${this.button('jump', said.backtrackNext, { kind: 'find', what: 'backtrack', direction: 1 }, end)}
        ${this.button('starNext', said.solutionNext, { kind: 'find', what: 'solution', direction: 1 }, end)}
        ${this.button('last', said.toEnd, { kind: 'end' }, end)}
      </div>
      <div class="slide">
        <input
          type="range"
          min="0"
          max=${last}
          step="1"
          .value=${String(position)}
          aria-label=${said.position}
          aria-valuetext=${place}
          @input=${(event: Event) => this.ask({ kind: 'go', position: Number(valueOf(event)) })}
        />
        <output>${place}</output>
        <button
          class="icon-only more"
          aria-label=${said.more}
          title=${said.more}
          aria-expanded=${this.more}
          @click=${() => (this.more = !this.more)}
        >
          ${icon('settings')}
        </button>
      </div>
      <div class="choices ${this.more ? 'open' : ''}">
        ${bareSelect(
          said.speed,
          listed(SPEEDS, (speed) => said.perSecond(grouped(speed))),
          this.speed,
          (speed) => this.ask({ kind: 'speed', speed }),
        )}
        ${
          this.pace === 'events'
            ? bareSelect(said.step, named(STEPS, said.stepSizes), this.step, (step) => this.ask({ kind: 'step', step }))
            : nothing
        }
        ${
          this.two
            ? bareSelect(said.pace, named(['events', 'nodes'] as const, said.paces), this.pace, (pace) =>
                this.ask({ kind: 'pace', pace }),
              )
            : nothing
        }
      </div>
    </div>`;
  }
}
