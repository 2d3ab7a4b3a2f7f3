/** A number in at most three figures, or as a whole number. */
export function short(value: number, language: string): string {
  if (Number.isNaN(value)) return '–';
  const most = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2;
  return new Intl.NumberFormat(language, { maximumFractionDigits: most }).format(value);
}

/** A time in milliseconds or seconds. */
export function time(value: number, language: string): string {
  if (Number.isNaN(value)) return '–';
  return value >= 1000 ? `${short(value / 1000, language)} s` : `${short(value, language)} ms`;
}

export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
