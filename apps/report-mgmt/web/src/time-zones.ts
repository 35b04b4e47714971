/** Browsers list these zones under the names that they had; people search for the current ones. */
const CURRENT_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
const FORMER_NAMES = Object.fromEntries(
  Object.entries(CURRENT_NAMES).map(([former, current]) => [current, former]),
);

const currentName = (zone: string): string => CURRENT_NAMES[zone] ?? zone;

/** All zones of the browser, by their current names. */
export const allZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)];

/** The zone of the reader. */
export const readerZone = (): string => currentName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whether the current or the former name of a zone has every word: "new york" finds America/New_York. */
export function matchesZone(zone: string, search: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_/]/g, ' ');
  const names = plain(`${zone} ${FORMER_NAMES[zone] ?? ''}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => names.includes(word));
}

/** A moment on the clock of a zone, with the weekday: "Mon, 30 Nov 2026, 06:30". */
export function formatInZone(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  }).format(new Date(moment));
}
