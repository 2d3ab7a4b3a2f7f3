import { expect, test } from 'vitest';

import { lane } from './traced';
import { Clock, eventsAt, find, lastPosition, step } from './transport';

const several = lane('several');
const refute = lane('refute');
const lines = [several.timeline, refute.timeline];

/** The number of events up to each event of a kind. */
const after = (kind: string) => several.events.flatMap((event, index) => (event.event === kind ? [index + 1] : []));

test('two searches end where the longer one ends', () => {
  expect(lastPosition(lines, 'events')).toBe(several.events.length);
  expect(lastPosition(lines, 'nodes')).toBe(several.timeline.nodeEnds.length);
  expect(eventsAt(refute.timeline, 'events', several.events.length)).toBe(refute.events.length);
  expect(eventsAt(refute.timeline, 'nodes', 1000)).toBe(refute.events.length);
  expect(lastPosition([], 'events')).toBe(0);
});

test('jumps visit every backtrack once, forward and backward', () => {
  const visited = (at: number, direction: 1 | -1): number[] => {
    const next = find([several.timeline], 'events', at, ['backtrack'], direction);
    return next === undefined ? [] : [next, ...visited(next, direction)];
  };
  expect(visited(0, 1)).toEqual(after('backtrack'));
  expect(visited(several.events.length, -1)).toEqual(after('backtrack').reverse());
});

test('with nodes, jumps go to the node of an event', () => {
  const at = find([several.timeline], 'nodes', 0, ['solution'], 1)!;
  const upTo = several.events.slice(0, eventsAt(several.timeline, 'nodes', at));
  expect(upTo.filter(({ event }) => event === 'solution')).toHaveLength(1);
  const before = several.events.slice(0, eventsAt(several.timeline, 'nodes', at - 1));
  expect(before.some(({ event }) => event === 'solution')).toBe(false);
  expect(find([several.timeline], 'nodes', 20, ['solution'], -1)).toBe(at);
  expect(find([several.timeline], 'nodes', 0, ['solution'], -1)).toBeUndefined();
});

test('with two searches, jumps go to the nearer event', () => {
  const own = lines.map((line) => find([line], 'events', 0, ['solution'], 1)!);
  expect(find(lines, 'events', 0, ['solution'], 1)).toBe(Math.min(...own));
});

test('steps stay within the range', () => {
  const last = lastPosition(lines, 'events');
  expect(step(lines, 'events', 0, 'event', -1)).toBe(0);
  expect(step(lines, 'events', last, 'event', 1)).toBe(last);
  expect(step(lines, 'events', 0, 'guess', 1)).toBe(
    Math.min(...lines.map((line) => line.events.findIndex(({ event }) => event === 'guess') + 1)),
  );
  expect(step(lines, 'events', 1, 'guess', -1)).toBe(0);
  expect(step(lines, 'events', last, 'rest', 1)).toBe(last);
  expect(step(lines, 'nodes', 3, 'guess', 1)).toBe(4);
});

test('the clock keeps fractions and ignores long breaks', () => {
  const clock = new Clock();
  expect(clock.due(1000, 10)).toBe(0);
  const due = [1016, 1032, 1048, 1064, 1080, 1096, 1112].map((now) => clock.due(now, 10));
  expect(due.reduce((sum, one) => sum + one)).toBe(1);
  expect(clock.due(1_000_000, 10)).toBeLessThanOrEqual(3);
});
