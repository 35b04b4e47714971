/**
 * The moment at which the clocks of a zone show a local time. Where they show it twice it is the first of both; where
 * they skip it, the clocks have just been put forward.
 * @param local such as `2026-03-29T00:00:00`
 */
export function toInstant(local: string, zone: string): string {
  const wall = Date.parse(local.length <= 10 ? `${local}T00:00:00Z` : `${local}Z`);
  const day = 86_400_000;
  const offsets = [...new Set([offsetAt(wall - day, zone), offsetAt(wall + day, zone)])];
  const fitting = offsets.map((offset) => wall - offset).filter((at) => offsetAt(at, zone) === wall - at);
  const at = fitting.length > 0 ? Math.min(...fitting) : wall - Math.min(...offsets);
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  );
  return wall - Math.floor(at / 1000) * 1000;
}
