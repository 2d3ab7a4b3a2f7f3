import { html, nothing, svg, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';

import { chooseFiles, fileText, saveFile } from '../../exchange/files';
import { clearAll, exportAll, importAll } from '../../game/backup';
import { timeText } from '../../game/clock';
import { advise, adviceText, median, timesByLevel, type LevelTimes } from '../../game/coach';
import { dateOf, dayOf, levelOfDay, playedDays, solvedDays, streak } from '../../game/daily';
import { nextToLearn, toPractice } from '../../game/skills';
import { facts, listed, problem, select } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { confirmed, reloadWith, toast } from '../../shell/messages';
import { routeTo } from '../../shell/route';
import { session, skills, solvedGames } from '../../shell/session';
import { change, CHOICES, settings } from '../../shell/settings';
import { Loaded, ViewElement } from '../../shell/view';
import { language, t } from '../../words';
import { practiceProgress, shippedBoards } from '../help/practice';
import { techniqueLink } from '../help/step-card';
import { byLevel, techniqueRows } from '../help/technique-list';
import { progressStyles } from './styles';

/** The most techniques that are listed to practice, and the most times in a chart. */
const MOST_PRACTICE = 6;
const MOST_TIMES = 30;

/** The view *Progress*: the daily puzzle, the coach, techniques, statistics, and all stored data as a file. */
@customElement('arc-view-progress')
export class ProgressView extends ViewElement {
  static override styles = progressStyles;

  /** The techniques, easiest first, and their boards. The rest of the view does not wait for them. */
  private readonly loaded = new Loaded(this, language, async () => {
    const [all, boards] = await Promise.all([techniqueRows(), shippedBoards()]);
    const rows = byLevel(all).flatMap(([level, group]) => group.map((row) => ({ ...row, level })));
    return { rows, boards };
  });

  constructor() {
    super(session, solvedGames, skills);
  }

  override render() {
    return html`<h1>${t().views.progress}</h1>
      <p class="intro quiet">${t().progress.intro}</p>
      <div class="cards">
        ${this.daily()} ${this.coach()} ${this.techniques()} ${this.statistics()} ${this.data()}
      </div>`;
  }

  private daily(): TemplateResult {
    const texts = t().progress;
    const today = dayOf(new Date());
    const solved = solvedDays(solvedGames.value, false);
    const isDone = solved.has(today);
    const { now, longest } = streak(solvedDays(solvedGames.value, true), today);
    const link = (day: string) => routeTo('play', { daily: day });
    const named = (day: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(day));
    const week = [-6, -5, -4, -3, -2, -1, 0].map((later) => dateOf(today, later));
    const levelName = (day: string) => t().common.levels[levelOfDay(day, settings.value.dailyLevel)];
    return html`<section class="card">
      <h2>${texts.daily}</h2>
      <p>${named(today, { dateStyle: 'full' })}: ${levelName(today)}</p>
      <div class="row">
        <a class="button ${isDone ? '' : 'primary'}" href=${link(today)}>
          ${icon('play')} ${isDone ? texts.seeDaily : texts.playDaily}
        </a>
        ${isDone ? html`<span class="row done">${icon('check')} ${texts.solved}</span>` : nothing}
      </div>
      <ol class="week">
        ${week.map((day) => {
          const done = solved.has(day);
          return html`<li>
            <a class="button ${done ? 'done' : ''}" href=${link(day)} title=${named(day, { dateStyle: 'long' })}>
              <span class="small">${named(day, { weekday: 'short' })}</span>
              <span>${Number(day.slice(8))}</span>
              <span class="hidden-text">${levelName(day)}</span>
              ${done ? html`${icon('check')}<span class="hidden-text">${texts.solved}</span>` : nothing}
            </a>
          </li>`;
        })}
      </ol>
      ${longest > 0 ? html`<p class="quiet">${texts.streak(now, longest)}</p>` : nothing}
      ${select(
        t().common.level,
        listed(CHOICES.dailyLevel, (one) => (one === 'week' ? texts.byWeekday : t().common.levels[one])),
        settings.value.dailyLevel,
        (dailyLevel) => change({ dailyLevel }),
      )}
    </section>`;
  }

  private coach(): TemplateResult {
    const texts = t().progress;
    const goals = [...CHOICES.goal].sort((a, b) => a - b);
    const advice = advise(solvedGames.value, settings.value.goal * 60);
    return html`<section class="card">
      <h2>${texts.coach}</h2>
      <p>${adviceText(advice, settings.value.goal * 60, t())}</p>
      <div class="row">
        <a class="button primary" href=${routeTo('play', { level: advice.level })}>
          ${icon('play')} ${texts.playNext(t().common.levels[advice.level])}
        </a>
      </div>
      ${select(texts.goal, listed(goals, texts.minutes), settings.value.goal, (goal) => change({ goal }))}
    </section>`;
  }

  private techniques(): TemplateResult {
    const texts = t().progress;
    const { rows = [], boards } = this.loaded.value ?? {};
    const lacking = toPractice(skills.value, MOST_PRACTICE);
    const order = rows.flatMap(({ name, level }) =>
      level !== '' && boards?.has(name) && !lacking.includes(name) ? [[name, level] as const] : [],
    );
    const row = (name: string | undefined) => rows.find((one) => one.name === name);
    const next = row(nextToLearn(order, skills.value, solvedGames.value));
    return html`<section class="card">
      <h2>${t().views.techniques}</h2>
      ${problem(this.loaded.error)}
      ${
        next
          ? html`<p>
              ${texts.learn} <a href=${techniqueLink(next.name)}>${next.title}</a>
              <span class="quiet">(${t().common.levels[next.level]})</span>
            </p>`
          : nothing
      }
      <h3>${texts.toPractice}</h3>
      ${
        lacking.length === 0
          ? html`<p class="quiet">${texts.nothingToPractice}</p>`
          : html`<ul class="practice">
              ${lacking.map((name) => {
                const { hints, solved, failed } = skills.value[name];
                const lines = boards?.get(name) ?? [];
                const board = lines.findIndex((line) => !practiceProgress.isSolved(name, line)) + 1 || 1;
                const target =
                  lines.length > 0 ? routeTo('techniques', { name, board: `${board}` }) : techniqueLink(name);
                return html`<li>
                  <a class="button" href=${target}>${row(name)?.title ?? name}</a>
                  <span class="small quiet">${texts.skill(hints, solved, failed)}</span>
                </li>`;
              })}
            </ul>`
      }
    </section>`;
  }

  private statistics(): TemplateResult {
    const texts = t().progress;
    const games = solvedGames.value;
    const days = streak(playedDays(games), dayOf(new Date()));
    const sum = games.reduce((all, { seconds }) => all + seconds, 0);
    const levels = timesByLevel(games);
    return html`<section class="card wide">
      <h2>${texts.statistics}</h2>
      ${
        games.length === 0
          ? html`<p class="quiet">${texts.none}</p>`
          : html`<dl class="facts">
              ${facts([
                [texts.games, games.length],
                [texts.alone, games.filter(({ hints }) => hints === 0).length],
                [texts.total, timeText(sum * 1000)],
                [texts.days, texts.streak(days.now, days.longest)],
              ])}
            </dl>`
      }
      ${
        levels.length > 0
          ? html`<div class="scroll" tabindex="0" role="group" aria-label=${texts.byLevel}>
              <table>
                <thead>
                  <tr>
                    ${texts.columns.map((name) => html`<th scope="col">${name}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${levels.map((row) => this.level(row))}
                </tbody>
              </table>
            </div>`
          : nothing
      }
    </section>`;
  }

  private level({ level, times }: LevelTimes): TemplateResult {
    const text = (seconds: number) => timeText(seconds * 1000);
    return html`<tr>
      <th scope="row">${t().common.levels[level]}</th>
      <td>${times.length}</td>
      <td>${text(Math.min(...times))}</td>
      <td>${text(median(times))}</td>
      <td>${times.length > 1 ? trend(times.slice(-MOST_TIMES), text) : nothing}</td>
    </tr>`;
  }

  private data(): TemplateResult {
    const texts = t().progress;
    return html`<section class="card wide">
      <h2>${texts.data}</h2>
      <p class="quiet">${texts.dataHow}</p>
      <div class="row">
        <button @click=${this.export}>${icon('download')} ${t().common.save}</button>
        <button @click=${this.import}>${icon('open')} ${texts.import}</button>
        <button @click=${this.clear}>${icon('trash')} ${texts.clear}</button>
      </div>
    </section>`;
  }

  private readonly export = (): void => {
    session.save();
    const now = new Date();
    const name = `arcdoku-${dayOf(now)}.json`;
    saveFile(name, exportAll(localStorage, now), 'application/json');
    toast(t().progress.saved(name));
  };

  private readonly import = async (): Promise<void> => {
    const [file] = await chooseFiles('.json,application/json', false);
    const text = file && (await fileText(file));
    if (text === undefined) return;
    session.save();
    const found = importAll(localStorage, text);
    const texts = t().progress;
    if (typeof found === 'string') return toast(texts.notImported[found], { kind: 'error' });
    if (found.length === 0) return toast(texts.nothingNew);
    const games = found.filter((kind) => kind === 'game').length;
    const others = new Set(found.flatMap((kind) => texts.kinds[kind] ?? []));
    reloadWith(texts.imported([...(games > 0 ? [texts.importedGames(games)] : []), ...others].join(', ')));
  };

  private readonly clear = async (): Promise<void> => {
    const texts = t().progress;
    if (!(await confirmed(`${texts.clear}?`, texts.clearSure))) return;
    clearAll(localStorage);
    reloadWith(texts.cleared);
  };
}

/** The times of a level as a line, oldest first. */
function trend(times: readonly number[], text: (seconds: number) => string): TemplateResult {
  const most = Math.max(...times);
  const points = times.map((time, at) => `${(100 * at) / (times.length - 1)},${22 - (20 * time) / most}`);
  return html`<svg
    class="trend"
    viewBox="-2 0 104 24"
    preserveAspectRatio="none"
    role="img"
    aria-label=${t().progress.trend(text(times[0]), text(times[times.length - 1]))}
  >
    ${svg`<polyline points=${points.join(' ')} />`}
  </svg>`;
}
