import type { Command } from './transport-bar';

/** What a key asks of the search, unless it belongs to what has the focus. */
export function keyCommand(event: KeyboardEvent): Command | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const path = event.composedPath();
  const [inner] = path;
  if (!(inner instanceof Element) || inner.closest('input, select, textarea, summary, a, dialog')) return undefined;
  if (inner.closest('[role="grid"], [role="radiogroup"]') || (event.key === ' ' && inner.closest('button')))
    return undefined;
  switch (event.key) {
    case ' ':
      return { kind: 'toggle' };
    case 'ArrowRight':
      return event.shiftKey ? { kind: 'find', what: 'backtrack', direction: 1 } : { kind: 'forward' };
    case 'ArrowLeft':
      return event.shiftKey ? { kind: 'find', what: 'backtrack', direction: -1 } : { kind: 'back' };
    case 'Home':
      return { kind: 'start' };
    case 'End':
      return { kind: 'end' };
    default:
      return undefined;
  }
}
