import { expect, test } from 'vitest';

import { usualShape } from '../../element/rules';
import { digitsOf, Timeline } from './timeline';
import { begun, lane } from './traced';

test.each(['several', 'restarts', 'refute'] as const)('%s: the final counters match the trace', (name) => {
  const { timeline } = lane(name);
  const { counts } = timeline.at(timeline.length);
  const { nodes, backtracks, eliminations } = timeline.end!.stats;
  expect(counts).toMatchObject({ nodes, backtracks, eliminations });
});

test.each(['several', 'restarts', 'refute'] as const)('%s: events lead to the boards of the trace', (name) => {
  const { timeline, events } = lane(name);
  events.forEach((event, index) => {
    if (event.event !== 'board') return;
    const before = [...timeline.at(index).domains].map((set) => digitsOf(set).join(',')).join(' ');
    expect(before).toBe(event.candidates);
  });
});

test('every moment is the same forward, backward and across stored moments', () => {
  const { timeline, events } = lane('several');
  expect(events.length).toBeGreaterThan(2 * 64);
  const grown = begun('several');
  const forward = events.map((event) => {
    grown.push([event]);
    return grown.at(grown.length);
  });
  for (let count = events.length; count > 0; count--) expect(timeline.at(count)).toEqual(forward[count - 1]);
});

test('a solution leaves decided cells with one candidate', () => {
  const { timeline, events } = lane('refute');
  const at = events.findIndex(({ event }) => event === 'solution') + 1;
  const { domains, decided } = timeline.at(at);
  const solution = events[at - 1] as { solution: string };
  expect([...domains].map((set) => digitsOf(set).join('')).join('')).toBe(solution.solution);
  expect([...decided].every((flag) => flag === 1)).toBe(true);
});

test('events convert to nodes and back', () => {
  const { timeline, events } = lane('several');
  expect(timeline.eventsOfNodes(0)).toBe(events.findIndex(({ event }) => event === 'node'));
  for (let nodes = 0; nodes <= timeline.nodeEnds.length; nodes++)
    expect(timeline.nodesAt(timeline.eventsOfNodes(nodes))).toBe(nodes);
  expect(timeline.eventsOfNodes(timeline.nodeEnds.length)).toBe(events.length);
});

test('restricted candidates and clues are the initial state of a puzzle', () => {
  const { domains, decided } = new Timeline(usualShape(2), [0, 1, 0, 0], [[2], [1, 2], [1, 2], [1]]).at(0);
  expect([...domains].map(digitsOf)).toEqual([[2], [1], [1, 2], [1]]);
  expect([...decided]).toEqual([0, 1, 0, 0]);
});
