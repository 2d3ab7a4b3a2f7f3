/** A number in at most three figures, or as a whole number. */
export function short(value: number, language: string): string {
  if (Number.isNaN(value)) return '–';
  const most = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : value >= 0.01 ? 2 : 3;
  return new Intl.NumberFormat(language, { maximumFractionDigits: most }).format(value);
}

/** A time in milliseconds or seconds; what is shorter than the clock's `step` is only told to be. */
export function time(value: number, language: string, step = 0): string {
  if (Number.isNaN(value)) return '–';
  if (value < step) return `< ${short(step, language)} ms`;
  return value >= 1000 ? `${short(value / 1000, language)} s` : `${short(value, language)} ms`;
}

export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
