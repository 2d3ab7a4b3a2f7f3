import { Store } from './store';

/** The current view and its parameters. Both are in the fragment, which browsers never send. */
export interface Route {
  readonly view: string;
  readonly params: URLSearchParams;
}

export function parseRoute(fragment: string): Route {
  const [, view = '', query = ''] = /^#?\/?([^?]*)\??(.*)/s.exec(fragment) ?? [];
  return { view, params: new URLSearchParams(query) };
}

/** The fragment of a view, for links. */
export function routeTo(view: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}

export const addressOf = (view: string, params: Record<string, string>): string =>
  `${location.origin}${location.pathname}${routeTo(view, params)}`;

export const route = new Store<Route>(parseRoute(''));

export function go(view: string, params: Record<string, string> = {}): void {
  location.hash = routeTo(view, params);
}

/** Replaces the fragment in the address bar, without an entry in the browser's history and without rendering. */
export function replaceFragment(view: string, params: Record<string, string> = {}): void {
  history.replaceState(history.state, '', routeTo(view, params));
}

export function followFragment(): void {
  const read = () => (route.value = parseRoute(location.hash));
  addEventListener('hashchange', read);
  read();
}
