import { describe, expect, it, vi } from 'vitest';

import { Engine } from './client';
import { AskError, EngineError, isAbort } from './errors';
import { serve, type Library } from './serve';
import { VARIANTS } from './tables';
import type { FromWorker, Port, ToWorker } from './protocol';

/** Workers of a library whose questions are made up here. */
class Workers {
  made = 0;
  ended = 0;
  starts: ToWorker[] = [];
  broken = false;

  readonly answers: Record<string, (ask: unknown, say?: (progress: unknown) => void) => unknown> = {
    solve: (ask) => ({ solved: ask }),
    read: (ask) => ({ container: (ask as { text: string }).text, asked: this.made }),
    // The first worker, which has the small module, does not know the rules.
    check: (ask) =>
      this.made === 1
        ? { fault: { line: 1, column: 1, found: 'kropki', expected: `rows; ${VARIANTS}` } }
        : { checked: ask },
    hint: (ask) => ({ hinted: ask }),
    rate: () => {
      throw Object.assign(new Error('scale: found x'), { name: 'AskError' });
    },
    steps: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
    compare: (_ask, say) => {
      say?.({ done: 1 });
      say?.({ done: 2 });
      return { done: 2 };
    },
  };

  port = (): Port => {
    this.made += 1;
    let alive = true;
    const compiled = {} as WebAssembly.Module;
    const load = async (): Promise<Library> => {
      if (this.broken) throw new Error('404');
      return { answers: this.answers, compiled };
    };
    const post = (data: FromWorker): void => {
      if (alive) port.onmessage?.({ data });
    };
    const answer = serve(load, (message) => void Promise.resolve().then(() => post(message)));
    const port: Port = {
      postMessage: (message) => {
        if (message.kind === 'start') this.starts.push(message);
        // One question of this worker never comes to an end.
        if (message.kind === 'ask' && message.question === 'generate') return;
        void answer(message);
      },
      terminate: () => {
        alive = false;
        this.ended += 1;
      },
      onmessage: null,
      onerror: null,
    };
    return port;
  };
}

function make(): { engine: Engine; workers: Workers } {
  const workers = new Workers();
  return { engine: new Engine(workers.port), workers };
}

const puzzle = { puzzle: '1...' };

describe('the engine', () => {
  it('asks in workers that stay, one for each module', async () => {
    const { engine, workers } = make();
    expect(workers.made).toBe(0);
    expect(await engine.ask('solve', puzzle)).toEqual({ solved: puzzle });
    expect(await Promise.all([engine.ask('solve', puzzle), engine.ask('hint', puzzle)])).toHaveLength(2);
    expect(workers.made).toBe(2);
  });

  it('runs jobs with progress in workers of their own, which take the compiled module', async () => {
    const { engine, workers } = make();
    await engine.ask('hint', puzzle);
    const progress = vi.fn();
    const reply = await engine.run('compare', { puzzles: '' }, { progress });
    expect(reply).toEqual({ done: 2 });
    expect(progress.mock.calls).toEqual([[{ done: 1 }], [{ done: 2 }]]);
    expect(workers.starts.map((start) => start.kind === 'start' && start.compiled !== undefined)).toEqual([
      false,
      true,
    ]);
    // The next job takes the worker of the last one.
    await engine.run('compare', { puzzles: '' });
    expect(workers.made).toBe(2);
  });

  it('names what is wrong with options, and goes on', async () => {
    const { engine, workers } = make();
    await expect(engine.ask('rate', puzzle)).rejects.toThrow(new AskError('scale: found x'));
    await engine.ask('hint', puzzle);
    expect(workers.made).toBe(1);
  });

  it('answers with an error after a trap, and the questions behind it by a new worker', async () => {
    const { engine, workers } = make();
    const trapped = engine.ask('steps', puzzle);
    const behind = engine.ask('hint', puzzle);
    await expect(trapped).rejects.toBeInstanceOf(EngineError);
    expect(await behind).toEqual({ hinted: puzzle });
    expect([workers.made, workers.ended]).toEqual([2, 1]);
  });

  it('ends a job at once', async () => {
    const { engine, workers } = make();
    const control = new AbortController();
    const job = engine.run('generate', {}, { signal: control.signal });
    const before = performance.now();
    control.abort();
    await expect(job).rejects.toSatisfy(isAbort);
    expect(performance.now() - before).toBeLessThan(100);
    expect(workers.ended).toBe(1);
    expect(await engine.run('hint', puzzle)).toEqual({ hinted: puzzle });
  });

  it('drops a question that waits, and ends one that is worked on', async () => {
    const { engine, workers } = make();
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = engine.ask('generate', {}, { signal: first.signal });
    const waits = engine.ask('hint', puzzle, { signal: second.signal });
    const after = engine.ask('hint', puzzle);
    second.abort();
    await expect(waits).rejects.toSatisfy(isAbort);
    expect(workers.ended).toBe(0);
    first.abort();
    await expect(busy).rejects.toSatisfy(isAbort);
    expect(await after).toEqual({ hinted: puzzle });
    const done = new AbortController();
    done.abort();
    await expect(engine.ask('hint', puzzle, { signal: done.signal })).rejects.toSatisfy(isAbort);
  });

  it('says that the library cannot be loaded, and tries again', async () => {
    const { engine, workers } = make();
    workers.broken = true;
    const both = [engine.ask('hint', puzzle), engine.ask('hint', puzzle)];
    for (const one of both) await expect(one).rejects.toMatchObject({ name: 'EngineError', kind: 'load' });
    workers.broken = false;
    expect(await engine.ask('hint', puzzle)).toEqual({ hinted: puzzle });
  });

  it('reads tables with the whole library', async () => {
    const { engine } = make();
    expect(await engine.ask('read', { text: 'json' })).toMatchObject({ asked: 1 });
    expect(await engine.ask('read', { text: 'csv' })).toMatchObject({ asked: 2 });
  });

  it('reads rules of variants with the whole library', async () => {
    expect(await make().engine.ask('check', puzzle)).toEqual({ checked: puzzle });
    expect(await make().engine.run('check', puzzle)).toEqual({ checked: puzzle });
  });

  it('refuses a question that the library does not have', async () => {
    const { engine } = make();
    await expect(engine.ask('picture', puzzle)).rejects.toBeInstanceOf(AskError);
  });
});
