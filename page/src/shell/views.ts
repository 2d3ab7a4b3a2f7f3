import type { Words } from '../words';
import type { IconName } from './icons';

/** A view: a folder of `views/` whose `index.ts` defines the element `arc-view-NAME`. */
export interface View {
  readonly name: keyof Words['views'];
  readonly icon: IconName;
  readonly load: () => Promise<unknown>;
}

/** All views, in the order of the navigation. The page starts with the first. */
export const VIEWS: readonly View[] = [
  // Part of the first script (`main.ts`).
  { name: 'play', icon: 'grid', load: async () => {} },
  { name: 'progress', icon: 'trend', load: () => import('../views/progress') },
  { name: 'check', icon: 'check', load: () => import('../views/check') },
  { name: 'photo', icon: 'camera', load: () => import('../views/photo') },
  { name: 'techniques', icon: 'hint', load: () => import('../views/help') },
  { name: 'search', icon: 'tree', load: () => import('../views/search') },
  { name: 'compare', icon: 'chart', load: () => import('../views/compare') },
  { name: 'make', icon: 'plus', load: () => import('../views/make') },
  { name: 'rules', icon: 'shapes', load: () => import('../views/rules') },
  { name: 'about', icon: 'info', load: () => import('../views/about') },
];
