import { Badge, Text } from '@mantine/core';
import { type Column, RelativeTime, RowLink, formatMilliseconds, formatNumber, t } from '@cairn/ui';
import { hrefOf } from '../library/addresses.ts';
import type { Run, RunStatus } from './types.ts';
import { runAgainRoute, workTime } from './use-runs.ts';

const COLORS: Record<RunStatus, string> = {
  queued: 'gray',
  running: 'blue',
  succeeded: 'pine',
  failed: 'red',
  cancelled: 'gray',
};

/** Columns of the table of runs. `titles` are the titles of reports by key. */
export function runColumns(titles: ReadonlyMap<string, string>): Column<Run>[] {
  return [
    {
      key: 'report',
      header: t('runs.columns.report'),
      value: ({ report }) => titles.get(report) ?? report,
      cell: (run) => <ReportCell run={run} title={titles.get(run.report) ?? run.report} />,
      always: true,
    },
    {
      key: 'status',
      header: t('runs.columns.status'),
      value: ({ status }) => t(`runs.statuses.${status}`),
      cell: ({ status }) => (
        <Badge variant="light" color={COLORS[status]}>
          {t(`runs.statuses.${status}`)}
        </Badge>
      ),
    },
    {
      key: 'format',
      header: t('runs.columns.format'),
      value: ({ format }) => format.toUpperCase(),
      from: 'sm',
    },
    {
      key: 'rows',
      header: t('runs.columns.rows'),
      value: ({ rows }) => rows,
      cell: ({ rows }) => numberOrDash(rows),
      align: 'right',
      from: 'md',
    },
    {
      key: 'pages',
      header: t('runs.columns.pages'),
      value: ({ pages }) => pages,
      cell: ({ pages }) => numberOrDash(pages),
      align: 'right',
      from: 'md',
    },
    {
      key: 'time',
      header: t('runs.columns.time'),
      value: workTime,
      cell: (run) => {
        const time = workTime(run);
        return time === null ? '–' : formatMilliseconds(time);
      },
      align: 'right',
      from: 'lg',
    },
    {
      key: 'by',
      header: t('runs.columns.by'),
      value: ({ requested_by: by, via }) => by ?? t(`runs.via.${via}`),
      from: 'lg',
    },
    {
      key: 'created',
      header: t('runs.columns.created'),
      value: ({ created_at: created }) => created,
      cell: ({ created_at: created }) => <RelativeTime value={created} />,
      from: 'sm',
    },
  ];
}

function ReportCell({ run, title }: { run: Run; title: string }) {
  const { error, parameters, created_at: created } = run;
  const values = Object.entries(parameters).map(([name, texts]) => `${name}: ${texts.join(', ')}`);
  return (
    <div>
      <RowLink href={hrefOf(runAgainRoute(run))}>{title}</RowLink>
      {values.length > 0 ? (
        <Text size="sm" c="dimmed" lineClamp={1}>
          {values.join(' · ')}
        </Text>
      ) : null}
      {/* Narrow pages have no column for it, and runs of one report look the same without it. */}
      <Text size="sm" c="dimmed" hiddenFrom="sm">
        <RelativeTime value={created} />
      </Text>
      {error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" lineClamp={3}>
          {error}
        </Text>
      )}
    </div>
  );
}

function numberOrDash(value: number | null): string {
  return value === null ? '–' : formatNumber(value);
}
