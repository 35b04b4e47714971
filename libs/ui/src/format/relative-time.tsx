import { useEffect, useState } from 'react';
import { formatExact, formatRelative } from './format.ts';
import classes from './relative-time.module.css';

interface Props {
  /** RFC 3339 timestamp; nothing is shown as a dash. */
  value: string | Date | null | undefined;
  /** Shows the exact local time too, where people compare times: audit, backups, jobs. */
  exact?: boolean;
}

/** Time as people say it, the exact one on hover and for screen readers. Renewed once a minute. */
export function RelativeTime({ value, exact = false }: Props) {
  const now = useMinute();
  if (!value) return <span aria-hidden>–</span>;
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return <span>{String(value)}</span>;
  if (exact) {
    return (
      <time dateTime={date.toISOString()} className={classes.exact}>
        <span>{formatExact(date)}</span> <span className={classes.relative}>{formatRelative(date, now)}</span>
      </time>
    );
  }
  return (
    <time dateTime={date.toISOString()} title={formatExact(date)} style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(date, now)}
    </time>
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
