/** A moment as a field for local date and time takes it; empty when it is not readable. */
export function toLocalMoment(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, local.endsWith(':00.000Z') ? 16 : 19);
}

/** What a field for local date and time holds, as a moment that everybody reads alike. */
export function fromLocalMoment(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
