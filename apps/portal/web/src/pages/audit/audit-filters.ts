import { useUrlState } from '@cairn/ui';

/** What the log is narrowed down to; kept in the address. Days are the reader's own, `2026-11-22`. */
export function useAuditFilters() {
  const [event, setEvent] = useUrlState('event');
  const [actor, setActor] = useUrlState('actor');
  const [from, setFrom] = useUrlState('from');
  const [to, setTo] = useUrlState('to');
  return { event, setEvent, actor, setActor, from, setFrom, to, setTo };
}

/** The query of the API for it: from the first moment of one local day to the last of another. */
export function auditQuery({ event, actor, from, to }: Record<'event' | 'actor' | 'from' | 'to', string>) {
  const since = startOfDay(from);
  const until = startOfDay(to, 1);
  return {
    ...(event && { event }),
    ...(actor && { actor }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** Null for what is no day: the address can be typed. */
function startOfDay(day: string, daysLater = 0): string | null {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + daysLater).toISOString();
}
