import { html, render } from 'lit';

import { t } from '../words';
import { isPhoto, openPhoto } from './photos';

/**
 * Handles a text that was pasted or dropped anywhere on the page. If it returns false, the next handler gets the
 * text; a text that no handler takes becomes a game.
 */
export type Taker = (text: string, fileName?: string) => boolean | Promise<boolean>;

const takers = new Set<Taker>();

/** Adds a view's handler of texts. Returns a function that removes it. */
export function takeTexts(taker: Taker): () => void {
  takers.add(taker);
  return () => takers.delete(taker);
}

/** Whether the handler of a view took a text. */
export async function isTaken(text: string, fileName?: string): Promise<boolean> {
  for (const taker of [...takers].reverse()) if (await taker(text, fileName)) return true;
  return false;
}

async function take(text: string, fileName?: string): Promise<void> {
  if (await isTaken(text, fileName)) return;
  const [{ openOrShowProblem }, { stem }] = await Promise.all([import('./open'), import('./files')]);
  await openOrShowProblem(text, fileName && stem(fileName));
}

async function takeFiles(files: readonly File[]): Promise<void> {
  const { fileText } = await import('./files');
  for (const file of files) {
    if (isPhoto(file)) {
      openPhoto(file);
      continue;
    }
    const text = await fileText(file);
    if (text !== undefined) await take(text, file.name);
  }
}

/** Whether an event's target is a field that receives the text. */
function inField(event: Event): boolean {
  return event.composedPath().some((node) => {
    if (!(node instanceof HTMLElement)) return false;
    if (node instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|submit)$/.test(node.type);
    return node.localName === 'textarea' || node.isContentEditable;
  });
}

const isOffer = (data: DataTransfer | null) =>
  data !== null && (data.types.includes('Files') || data.types.includes('text/plain'));

/** Takes a text or files, unless a field receives them. If there are both, the text is taken if it is `preferred`. */
function receive(event: Event, data: DataTransfer | null, preferred: 'text' | 'files'): void {
  if (event.defaultPrevented || inField(event) || !data) return;
  const text = data.getData('text/plain');
  const files = [...data.files];
  if (text === '' && files.length === 0) return;
  event.preventDefault();
  const isText = preferred === 'text' ? text !== '' : files.length === 0;
  void (isText ? take(text) : takeFiles(files));
}

/** Listens for texts and files that are pasted or dropped anywhere. */
export function startIntake(): void {
  document.addEventListener('paste', (event) => receive(event, event.clipboardData, 'text'));

  const mark = document.createElement('arc-drop');
  document.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !isOffer(event.dataTransfer) || inField(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    if (mark.isConnected) return;
    render(html`<p role="status">${t().exchange.dropHere}</p>`, mark);
    document.body.append(mark);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark.remove();
  });
  document.addEventListener('drop', (event) => {
    mark.remove();
    receive(event, event.dataTransfer, 'files');
  });
}
