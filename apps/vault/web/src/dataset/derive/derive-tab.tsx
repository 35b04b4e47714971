/** New versions from the shown one: filter, dissolve, clip. */
export function DeriveTab() {
  return null;
}
