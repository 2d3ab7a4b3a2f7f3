import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

import { join } from './compile';
import { Engine, type Library } from './client';
import { AskError, EngineError } from './errors';
import { serve, type FromWorker, type Port } from './serve';

const [FIRST, WHOLE] = [{}, {}] as [WebAssembly.Module, WebAssembly.Module];

/** Workers with a simulated library. */
class Workers {
  made = 0;
  ended = 0;
  starts = 0;
  compiles = 0;
  /** Whether the library cannot be loaded. */
  broken = false;
  /** Whether a worker cannot start it. */
  torn = false;
  /** Whether the rest of the library has arrived. */
  rest = Promise.resolve();

  readonly answers: Record<string, (ask: unknown, report?: (progress: unknown) => void) => unknown> = {
    solve: (ask) => ({ solved: ask }),
    check: (ask) => ({ checked: ask }),
    hint: (ask) => ({ hinted: ask }),
    rate: () => {
      throw Object.assign(new Error('scale: found x'), { name: 'AskError' });
    },
    steps: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
    compare: (_ask, report) => {
      report?.({ done: 1 });
      report?.({ done: 2 });
      return { done: 2 };
    },
  };

  compile = async (): Promise<Library> => {
    this.compiles += 1;
    await Promise.resolve();
    if (this.broken) throw new Error('404');
    return { first: FIRST, whole: () => this.rest.then(() => WHOLE) };
  };

  port = (): Port => {
    this.made += 1;
    let alive = true;
    const begin = (compiled: WebAssembly.Module) => {
      if (this.torn) throw new WebAssembly.LinkError('import');
      return (question: string, ask: unknown, progress: (progress: unknown) => void) => {
        const isLacking = question === 'check' || question === 'steps';
        if (compiled === FIRST && isLacking) throw new WebAssembly.RuntimeError('unreachable');
        return this.answers[question](ask, progress);
      };
    };
    const post = (data: FromWorker): void => {
      if (alive) port.onmessage?.({ data });
    };
    const answer = serve(begin, (message) => void Promise.resolve().then(() => post(message)));
    const port: Port = {
      postMessage: (message) => {
        if (message.kind === 'start') this.starts += 1;
        // This question never ends.
        if (message.kind === 'ask' && message.question === 'generate') return;
        answer({ data: message });
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
  return { engine: new Engine(workers.port, workers.compile), workers };
}

const puzzle = { puzzle: '1...' };

describe('the engine', () => {
  it('has two permanent workers: one for boards, one for help', async () => {
    const { engine, workers } = make();
    expect(workers.made).toBe(0);
    expect(await engine.ask('solve', puzzle)).toEqual({ solved: puzzle });
    expect(await Promise.all([engine.ask('solve', puzzle), engine.ask('hint', puzzle)])).toHaveLength(2);
    expect(workers.made).toBe(2);
  });

  it('runs jobs with progress in separate workers, with the library compiled once', async () => {
    const { engine, workers } = make();
    await engine.ask('hint', puzzle);
    const progress = vi.fn();
    const reply = await engine.run('compare', { puzzles: '' }, { progress });
    expect(reply).toEqual({ done: 2 });
    expect(progress.mock.calls).toEqual([[{ done: 1 }], [{ done: 2 }]]);
    expect([workers.starts, workers.compiles]).toEqual([2, 1]);
    // The next job reuses the worker of the last one.
    await engine.run('compare', { puzzles: '' });
    expect(workers.made).toBe(2);
  });

  it('reports wrong options and keeps working', async () => {
    const { engine, workers } = make();
    await expect(engine.ask('rate', puzzle)).rejects.toThrow(new AskError('scale: found x'));
    await engine.ask('hint', puzzle);
    expect(workers.made).toBe(1);
  });

  it('rejects a question that traps, and runs the pending ones in a new worker', async () => {
    const { engine, workers } = make();
    const trapped = engine.ask('steps', puzzle);
    const behind = engine.ask('hint', puzzle);
    await expect(trapped).rejects.toBeInstanceOf(EngineError);
    expect(await behind).toEqual({ hinted: puzzle });
    expect([workers.made, workers.ended]).toEqual([2, 1]);
  });

  it('cancels a pending question and a running one', async () => {
    const { engine, workers } = make();
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = engine.ask('generate', {}, { signal: first.signal });
    const waits = engine.ask('hint', puzzle, { signal: second.signal });
    const after = engine.ask('hint', puzzle);
    await vi.waitFor(() => expect(workers.starts).toBe(1));
    second.abort();
    await expect(waits).rejects.toThrow('aborted');
    expect(workers.ended).toBe(0);
    first.abort();
    await expect(busy).rejects.toThrow('aborted');
    expect(await after).toEqual({ hinted: puzzle });
    const done = new AbortController();
    done.abort();
    await expect(engine.ask('hint', puzzle, { signal: done.signal })).rejects.toThrow('aborted');
  });

  it.each(['broken', 'torn'] as const)('reports that the library is %s, and tries again', async (how) => {
    const { engine, workers } = make();
    workers[how] = true;
    const both = [engine.ask('hint', puzzle), engine.ask('hint', puzzle)];
    for (const one of both) await expect(one).rejects.toMatchObject({ name: 'EngineError', kind: 'load' });
    workers[how] = false;
    expect(await engine.ask('hint', puzzle)).toEqual({ hinted: puzzle });
  });

  it('cancels questions while the library is loading, and continues to load it', async () => {
    const { engine, workers } = make();
    const control = new AbortController();
    const job = engine.run('solve', puzzle, { signal: control.signal });
    expect(engine.loading).toBeDefined();
    control.abort();
    await expect(job).rejects.toThrow('aborted');
    expect(await engine.run('solve', puzzle)).toEqual({ solved: puzzle });
    expect([workers.made, workers.ended, workers.compiles, engine.loading]).toEqual([1, 0, 1, undefined]);
  });

  it('answers with the first part, and with the whole library what the first part lacks', async () => {
    const { engine, workers } = make();
    let arrive = () => {};
    workers.rest = new Promise((done) => (arrive = done));
    expect(await engine.ask('solve', puzzle)).toEqual({ solved: puzzle });
    const lacking = engine.ask('check', puzzle);
    const behind = engine.ask('solve', puzzle);
    const other = engine.ask('rate', puzzle);
    await vi.waitFor(() => expect(workers.ended).toBe(1));
    arrive();
    expect(await Promise.all([lacking, behind])).toEqual([{ checked: puzzle }, { solved: puzzle }]);
    await expect(other).rejects.toBeInstanceOf(AskError);
    expect([workers.made, workers.ended, workers.compiles]).toEqual([3, 1, 1]);
  });

  it('restores the library from its two files', () => {
    const [first, rest] = ['first.wasm', 'rest.wasm'].map((name) => {
      const url = new URL(`../../pkg/${name}`, import.meta.url);
      return new Uint8Array(readFileSync(url)).buffer;
    });
    const whole = readFileSync(new URL('../../pkg/arcdoku_bg.wasm', import.meta.url));
    expect(Buffer.compare(join(first, rest), whole)).toBe(0);
    expect(first.byteLength).toBeLessThan(whole.length / 2);
  });
});
