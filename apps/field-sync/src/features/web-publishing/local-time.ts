/** A moment in the time zone of this machine, with its offset: `2026-11-27T21:06:07+01:00`. */
export function localTime(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const shifted = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return `${shifted}${minutes < 0 ? '-' : '+'}${offset}`;
}
