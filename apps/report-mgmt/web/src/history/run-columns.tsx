import { Text } from '@mantine/core';
import { type Column, RelativeTime, RowLink, formatMilliseconds, formatNumber, t } from '@cairn/ui';
import type { Execution } from '../client.ts';
import { MailBadge, mailSummary } from '../deliveries/mail-badge.tsx';
import { StatusBadge } from '../runs/status-badge.tsx';

/** Columns of lists of runs; `hrefOfRun` is where the details of one are. */
export function runColumns(hrefOfRun: (id: string) => string): Column<Execution>[] {
  return [
    {
      key: 'report',
      header: t('history.report'),
      value: ({ report_title: title }) => title,
      cell: (run) => <ReportCell run={run} href={hrefOfRun(run.id)} />,
      sortable: false,
      always: true,
    },
    {
      key: 'status',
      header: t('history.status'),
      value: ({ status }) => t(`runs.status.${status}`),
      cell: ({ status }) => <StatusBadge status={status} />,
      sortable: false,
    },
    {
      key: 'trigger',
      header: t('history.trigger'),
      value: ({ trigger, requested_by: person }) =>
        [t(`history.triggers.${trigger}`), person].filter(Boolean).join(', '),
      cell: ({ trigger, requested_by: person }) => (
        <>
          {t(`history.triggers.${trigger}`)}
          <Text size="xs" c="dimmed">
            {person}
          </Text>
        </>
      ),
      sortable: false,
      from: 'md',
    },
    {
      key: 'rows',
      header: t('history.rows'),
      value: ({ rows }) => rows,
      cell: ({ rows }) => (rows === null ? '–' : formatNumber(rows)),
      align: 'right',
      sortable: false,
      from: 'md',
    },
    {
      key: 'pages',
      header: t('history.pages'),
      value: ({ pages }) => pages,
      cell: ({ pages }) => (pages === null ? '–' : formatNumber(pages)),
      align: 'right',
      sortable: false,
      from: 'lg',
    },
    {
      key: 'took',
      header: t('history.took'),
      value: tookMs,
      cell: (run) => {
        const took = tookMs(run);
        return took === null ? '–' : formatMilliseconds(took);
      },
      align: 'right',
      sortable: false,
      from: 'md',
    },
    {
      key: 'mail',
      header: t('history.mail'),
      value: (run) => t(`deliveries.summary.${mailSummary(run)}`),
      cell: (run) => <MailBadge run={run} />,
      sortable: false,
      from: 'sm',
    },
    {
      key: 'requested',
      header: t('history.requested'),
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => <RelativeTime value={at} />,
      sortable: false,
      from: 'sm',
    },
  ];
}

function ReportCell({ run, href }: { run: Execution; href: string }) {
  const { report_title: title, format, parameters, error, created_at: at, missed_count: missed } = run;
  const values = Object.entries(parameters).map(([name, texts]) => `${name}: ${texts.join(', ')}`);
  return (
    <>
      <RowLink href={href}>{title}</RowLink>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {[format.toUpperCase(), ...values].join(' · ')}
      </Text>
      {/* Narrow pages have no column for it. */}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <RelativeTime value={at} />
      </Text>
      {missed !== null && missed > 1 ? (
        <Text size="xs">{t('history.missedCount', { count: missed })}</Text>
      ) : null}
      {error === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)" lineClamp={2}>
          {error}
        </Text>
      )}
    </>
  );
}

/** From the start to the end; null before that. */
function tookMs({ started_at: start, ended_at: end }: Execution): number | null {
  return start && end ? Date.parse(end) - Date.parse(start) : null;
}
