import { Code } from '@mantine/core';
import { RelativeTime, t, type Column } from '@cairn/ui';
import type { AuditEvent } from '../client.ts';
import { eventSentence } from './event-sentence.ts';
import classes from './audit.module.css';

/** Columns of the audit log, which is always sorted newest first. */
export function auditColumns(open: (id: number) => void): Column<AuditEvent>[] {
  return [
    {
      key: 'at',
      header: t('audit.at'),
      value: (entry) => entry.at,
      cell: (entry) => <RelativeTime exact value={entry.at} />,
      sortable: false,
      width: 210,
      from: 'sm',
    },
    {
      key: 'what',
      header: t('audit.what'),
      value: (entry) => eventSentence(entry),
      cell: (entry) => (
        <>
          <button type="button" className={classes.open} onClick={() => open(entry.id)}>
            {eventSentence(entry)}
          </button>
          <div className={classes.narrowTime}>
            <RelativeTime value={entry.at} />
          </div>
        </>
      ),
      sortable: false,
      always: true,
    },
    {
      key: 'event',
      header: t('audit.event'),
      value: (entry) => entry.event,
      cell: (entry) => <Code>{entry.event}</Code>,
      sortable: false,
      from: 'md',
    },
    { key: 'ip', header: t('audit.ip'), value: (entry) => entry.ip, sortable: false, from: 'lg' },
  ];
}
