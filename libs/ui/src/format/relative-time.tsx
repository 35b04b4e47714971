import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatExact, formatRelative } from './format.ts';

interface Props {
  /** RFC 3339 timestamp; nothing is shown as a dash. */
  value: string | Date | null | undefined;
}

/** Time as people say it, the exact one on hover and for screen readers. Renewed once a minute. */
export function RelativeTime({ value }: Props) {
  const now = useMinute();
  if (!value) return <span aria-hidden>–</span>;
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return <span>{String(value)}</span>;
  return (
    <Tooltip label={formatExact(date)}>
      <time dateTime={date.toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(date, now)}
      </time>
    </Tooltip>
  );
}

function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
