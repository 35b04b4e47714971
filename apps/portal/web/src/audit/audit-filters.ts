import { useUrlState } from '@cairn/ui';

/** The filters of the log, from the address. Days such as `2026-11-22` are in the viewer's time zone. */
export function useAuditFilters() {
  const [event, setEvent] = useUrlState('event');
  const [actor, setActor] = useUrlState('actor');
  const [from, setFrom] = useUrlState('from');
  const [to, setTo] = useUrlState('to');
  return { event, setEvent, actor, setActor, from, setFrom, to, setTo };
}

/** The API query for the filters: from the start of one local day to the end of another. */
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

/** Null for an invalid day: users can edit the address. */
function startOfDay(day: string, daysLater = 0): string | null {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + daysLater).toISOString();
}
