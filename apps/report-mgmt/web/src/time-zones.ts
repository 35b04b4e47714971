/** The zone of the reader. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment on the clock of a zone, with the weekday: "Mon, 30 Nov 2026, 06:30". */
export function formatInZone(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  }).format(new Date(moment));
}
