/** Loads `<arc-help-panel>`; says whether there is one. */
export async function loadHelp(): Promise<boolean> {
  try {
    await import('../help/panel');
    return true;
  } catch {
    return false;
  }
}
