/** What the version was made from and what was made from it. */
export function LineageTab() {
  return null;
}
