import { expect, test } from 'vitest';

import { settings } from '../../shell/settings';
import { words } from '../../words';
import { de } from '../../words/de';
import { en } from '../../words/en';
import { lane } from './traced';
import { scene } from './scene';
import { sentence } from './sentence';
import type { TraceEvent } from '../../engine';

/** Sets the language of the page, German with names of cells as in chess. */
function speak(language: 'en' | 'de'): void {
  words.value = language === 'de' ? de : en;
  settings.value = { ...settings.value, language, coordinates: language === 'de' ? 'chess' : 'rc' };
}

const lost: TraceEvent = {
  event: 'narrowed',
  cell: 'r3c4',
  removed: [1, 7],
  left: [2],
  decides: true,
  reason: 'hall-set',
  house: 'row 3',
  because: ['r3c1', 'r3c2', 'r3c9'],
};

test('sentences are in the language of the page, with names as the settings require', () => {
  speak('en');
  expect(sentence(lost)).toBe('r3c4 loses 1 and 7: used up by r3c1, r3c2, and r3c9 in row 3. Only 2 is left.');
  speak('de');
  expect(sentence(lost)).toBe('C4 verliert 1 und 7: aufgebraucht durch C1, C2 und C9 in Zeile 3. Nur 2 bleibt.');
});

test.each(['en', 'de'] as const)('every event has a sentence: %s', (language) => {
  speak(language);
  const all = [lane('several'), lane('restarts'), lane('refute'), lane('learning')].flatMap(({ events }) => events);
  for (const event of [undefined, ...all]) {
    const text = sentence(event);
    expect(text).toMatch(/^[\p{Lu}r].*\.$/u);
    expect(text).not.toMatch(/undefined|\( ?\)|: \.|  /);
  }
});

test('constraints without cells, and unknown reasons and kinds, have a sentence', () => {
  const odd: TraceEvent = { ...lost, reason: 'new', because: [], house: 'cage 12 r1c1 r1c2', decides: false };
  speak('de');
  expect(sentence(odd)).toBe('C4 verliert 1 und 7: ausgeschlossen durch Käfig 12 A1 A2.');
  speak('en');
  expect(sentence(odd)).toBe('r3c4 loses 1 and 7: ruled out by cage 12 r1c1 r1c2.');
  expect(sentence({ event: 'contradiction', kind: 'new', house: 'row 1' })).toContain('row 1');
});

test('the board shows the removed digits of an event, the reason and the place', () => {
  const { timeline, events } = lane('several');
  const at = events.findIndex((event) => event.event === 'narrowed' && event.reason === 'taken') + 1;
  const event = events[at - 1] as typeof lost & { event: 'narrowed' };
  const { layers } = scene(4, Array<number>(16).fill(0), timeline.at(at), event);
  expect(layers.picture?.marks).toContainEqual({ cell: event.cell, digit: event.removed[0], role: 'eliminated' });
  expect(layers.picture?.houses).toEqual([{ house: event.house, role: 'pattern' }]);
  expect(layers.tints).toContainEqual({ cells: event.because, role: 'focus' });
  const cage = scene(4, [], timeline.at(at), { ...event, house: 'cage 5 r1c1 r1c2' });
  expect(cage.layers.picture?.groups?.[0].cells).toEqual(['r1c1', 'r1c2']);
});

test('open guesses are marked; an empty domain is a failure', () => {
  const { timeline, events } = lane('several');
  const at = events.findIndex(({ event }) => event === 'solution') + 1;
  const tints = scene(4, [], timeline.at(at), events[at - 1]).layers.tints ?? [];
  // All other values had no alternative.
  expect(tints.find(({ role }) => role === 'warn')?.cells).toEqual(['r2c1']);
  const moment = timeline.at(at);
  const empty = { ...moment, domains: moment.domains.with(0, 0) };
  expect(scene(4, [], empty, undefined).layers.failures).toEqual(['r1c1']);
});
