import { Store } from './store';

/** Where the page is: a view and what it is to show. All of it is in the fragment, which browsers never send. */
export interface Route {
  readonly view: string;
  readonly params: URLSearchParams;
}

/** Reads a fragment such as `#/play?p=...`. */
export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const view = cut < 0 ? text : text.slice(0, cut);
  return { view, params: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1)) };
}

/** The fragment of a view, for links. */
export function routeTo(view: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}

export const route = new Store<Route>(parseRoute(''));

/** Goes to a view. */
export function go(view: string, params: Record<string, string> = {}): void {
  location.hash = routeTo(view, params);
}

/** Replaces what the address bar shows without leaving a step in the history and without rendering. */
export function replaceFragment(view: string, params: Record<string, string> = {}): void {
  history.replaceState(history.state, '', routeTo(view, params));
}

/** Follows the address bar. */
export function followFragment(): void {
  const read = () => (route.value = parseRoute(location.hash));
  addEventListener('hashchange', read);
  read();
}
