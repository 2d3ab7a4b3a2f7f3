import url from '../../pkg/arcdoku_bg.wasm?url';

/** Loads the library and compiles it while loading. If a static host sends the wrong type, compiles it afterwards. */
export async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm') === true) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
