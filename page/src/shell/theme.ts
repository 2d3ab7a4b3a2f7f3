import { settings } from './settings';

/** Follows the setting; without one, the style sheet follows the system. */
export function followTheme(): void {
  const apply = () => {
    const { theme } = settings.value;
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  settings.subscribe(apply);
  apply();
}
