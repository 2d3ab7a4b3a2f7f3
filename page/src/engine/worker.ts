/** A worker with the library. */
import { serve, type Library } from './serve';
import type { FromWorker, ModuleName, ToWorker } from './protocol';

/** The part of a worker's scope that is used; the types of the page are those of documents. */
interface Scope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

const scope = self as unknown as Scope;

async function load(module: ModuleName, compiled: WebAssembly.Module | undefined): Promise<Library> {
  if (module === 'solver') {
    const [library, { default: url }] = await Promise.all([
      import('../../pkg/solver/arcdoku.js'),
      import('../../pkg/solver/arcdoku_bg.wasm?url'),
    ]);
    const bytes = compiled ?? (await compile(url));
    library.initSync({ module: bytes });
    return { answers: { ...library }, compiled: bytes };
  }
  const [library, { default: url }] = await Promise.all([
    import('../../pkg/arcdoku.js'),
    import('../../pkg/arcdoku_bg.wasm?url'),
  ]);
  const bytes = compiled ?? (await compile(url));
  library.initSync({ module: bytes });
  return { answers: { ...library }, compiled: bytes };
}

/** Compiles while loading; some static hosts name another type, which only the slower way takes. */
async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm') === true) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

const answer = serve(load, (message) => scope.postMessage(message));
scope.onmessage = (event) => void answer(event.data);
