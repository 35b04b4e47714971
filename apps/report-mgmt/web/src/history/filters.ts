import type { RunStatus, RunTrigger } from '../client.ts';

/** What the address of the history says; empty text is no filter. */
export interface RunFilters {
  report: string;
  schedule: string;
  status: string;
  trigger: string;
  /** First and last day, in the reader's zone. */
  from: string;
  to: string;
  q: string;
  cursor: string;
}

const NAMES = ['report', 'schedule', 'status', 'trigger', 'from', 'to', 'q', 'cursor'] as const;
export const TRIGGERS: readonly RunTrigger[] = ['schedule', 'run_now', 'test', 'viewer'];

export function readFilters(address: URLSearchParams): RunFilters {
  return Object.fromEntries(NAMES.map((name) => [name, address.get(name)?.trim() ?? ''])) as Record<
    (typeof NAMES)[number],
    string
  >;
}

/** Whether fewer than all runs are asked for; a page further down is no filter, and the table knows its search. */
export function isFiltered(filters: RunFilters): boolean {
  return NAMES.some((name) => name !== 'cursor' && name !== 'q' && filters[name] !== '');
}

/** The filters as the service takes them: a last day ends when the next one begins. */
export function toQuery({ report, schedule, status, trigger, from, to, q, cursor }: RunFilters) {
  const first = dayStart(from);
  const end = dayStart(to, 1);
  return {
    ...(report === '' ? {} : { report }),
    ...(/^[1-9]\d{0,8}$/.test(schedule) ? { schedule: Number(schedule) } : {}),
    ...(status === '' ? {} : { status: status as RunStatus }),
    ...(trigger === '' ? {} : { trigger: trigger as RunTrigger }),
    ...(first ? { from: first } : {}),
    ...(end ? { to: end } : {}),
    ...(q === '' ? {} : { q }),
    ...(cursor === '' ? {} : { cursor }),
  };
}

/** The first moment of a day of the reader, or of one after it. */
function dayStart(day: string, later = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
