import firstUrl from '../../pkg/first.wasm?url';
import restUrl from '../../pkg/rest.wasm?url';
import type { Library } from './client';

/**
 * Loads the first part of the library, and compiles it while loading. If a static host sends the wrong type, compiles
 * it afterwards.
 */
export async function compile(): Promise<Library> {
  const response = await load(firstUrl);
  const bytes = response.clone().arrayBuffer();
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true;
  const first = await (isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await bytes));
  const whole = async () => WebAssembly.compile(join(await bytes, await (await load(restUrl)).arrayBuffer()));
  return { first, whole };
}

async function load(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** Restores the library from its two files, which `vite.parts.ts` describes. */
export function join(first: ArrayBuffer, rest: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const [count] = new Uint32Array(rest, 0, 1);
  const rows = new Uint32Array(rest, 4, 3 * count);
  let [from, inserted, to] = [0, 4 + rows.byteLength, 0];
  const size = rows.reduce((sum, value, at) => sum + (at % 3 === 1 ? 0 : value), 0);
  const whole = new Uint8Array(size);
  const append = (bytes: ArrayBuffer, at: number, length: number) => {
    whole.set(new Uint8Array(bytes, at, length), to);
    to += length;
  };
  for (let row = 0; row < rows.length; row += 3) {
    const [copied, skipped, added] = rows.subarray(row);
    append(first, from, copied);
    append(rest, inserted, added);
    from += copied + skipped;
    inserted += added;
  }
  return whole;
}
