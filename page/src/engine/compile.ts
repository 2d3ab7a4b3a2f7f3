import url from '../../pkg/arcdoku_bg.wasm?url';

/** Loads the library, and compiles while loading; some static hosts name another type, which only the slower way takes. */
export async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm') === true) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
