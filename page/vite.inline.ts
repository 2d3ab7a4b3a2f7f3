import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/**
 * Writes the first script and the style sheet into the document, because a further response takes another round trip
 * before anything is shown.
 *
 * Other chunks import from the file of the first script, which reads the exports of the script in the document. The
 * exports must not be assigned again after the script ran.
 */
export function inline(): Plugin {
  return {
    name: 'inline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = (name: string) => Object.values(bundle).find((one) => one.fileName.startsWith(name));
        const [page, style] = [file('index.html'), file('assets/index-')];
        const [start, runtime] = [file('assets/start-'), file('assets/rolldown-runtime-')];
        if (page?.type !== 'asset' || style?.type !== 'asset') throw new Error('no document or no style sheet');
        if (start?.type !== 'chunk' || runtime?.type !== 'chunk') throw new Error('no first script');
        const script = embedded(start, runtime);
        const css = String(style.source);
        start.code = reader(start);
        const without = (html: string, name: string) =>
          html.replace(new RegExp(`\n *<(script|link) [^>]*${name}">(</script>)?`), '');
        page.source = [runtime, start, style]
          .reduce((html, { fileName }) => without(html, fileName), String(page.source))
          .replace('</head>', () => {
            return `  <link rel="modulepreload" crossorigin href="./${start.fileName}" />
    <style>${css}</style>
  </head>`;
          })
          // At the end, so that the browser shows the document while it receives the script.
          .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`)
          .replace("script-src 'self'", `script-src 'self' ${hashOf(script)}`)
          .replace("style-src 'self'", `style-src ${hashOf(css)}`);
        delete bundle[style.fileName];
      },
    },
  };
}

/** The property of the global object with the exports of the script. */
const EXPORTS = 'arcdokuStart';

/** The statement at the end of a chunk which exports its names: `export{a as b,c as d};`. */
const EXPORT = /export\{([^}]*)\};?\s*$/;

/** The names under which a chunk exports, by the names in the chunk. */
function exportsOf({ code, fileName }: Rolldown.OutputChunk): [inside: string, outside: string][] {
  const [, list] = EXPORT.exec(code) ?? [];
  if (list === undefined) throw new Error(`${fileName} exports nothing`);
  return list
    .split(',')
    .map((one) => one.split(' as '))
    .map(([inside, outside = inside]) => [inside, outside]);
}

/** The names under which a chunk exports, as the properties of an object. */
const objectOf = (chunk: Rolldown.OutputChunk): string =>
  `{${exportsOf(chunk)
    .map(([inside, outside]) => `${outside}:${inside}`)
    .join()}}`;

/**
 * The script for the document, with the functions of the bundler. Relative addresses in it are converted, because the
 * document is in another folder.
 */
function embedded(chunk: Rolldown.OutputChunk, runtime: Rolldown.OutputChunk): string {
  const functions = runtime.code.replace(EXPORT, () => `return${objectOf(runtime)}`);
  const script = chunk.code
    .replace(EXPORT, () => `globalThis.${EXPORTS}=${objectOf(chunk)};`)
    .replace(/\bimport\{(\w+) as (\w+)\}from"\.\/rolldown-runtime-[^"]*";/, (_, outside, inside) => {
      return `const{${outside}:${inside}}=(()=>{${functions}})();`;
    })
    .replaceAll('import.meta.url', 'fileUrl')
    .replaceAll('import(`./', 'import(`./assets/');
  if (/<\/?script|\bimport[{"]/.test(script)) throw new Error(`${chunk.fileName} cannot be part of a document`);
  return `const fileUrl=new URL("./${chunk.fileName}",import.meta.url).href;${script}`;
}

/** A module with the exports of the script in the document. */
function reader(chunk: Rolldown.OutputChunk): string {
  const names = exportsOf(chunk).map(([, outside], at) => [`v${at}`, outside]);
  const pattern = names.map(([local, outside]) => `${outside}:${local}`);
  return `const{${pattern.join()}}=globalThis.${EXPORTS};export{${names.map((one) => one.join(' as ')).join()}};`;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
