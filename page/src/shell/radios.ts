const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Arrow keys within a radio group of buttons, as they are in native ones: the next button is focused and chosen. Listen
 * to `keydown` of the group; only the chosen button has `tabindex` 0.
 */
export function radioKey(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const group = event.currentTarget as HTMLElement;
  const radios = [...group.querySelectorAll<HTMLButtonElement>('[role="radio"]:not(:disabled)')];
  const at = radios.indexOf((event.target as HTMLElement).closest('button') as HTMLButtonElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next.focus();
  next.click();
}
