import { Badge, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import { hrefOf } from '../addresses.ts';
import type { ScheduleSummary } from '../client.ts';
import { RunStrip } from '../runs/run-strip.tsx';
import { StatusBadge } from '../runs/status-badge.tsx';
import { formatInZone, readerZone } from '../time-zones.ts';
import { editScheduleRoute } from './addresses.ts';
import styles from './schedules.module.css';

/** Columns of the list; `onSwitch` pauses a schedule or resumes it. */
export function scheduleColumns(
  onSwitch: (schedule: ScheduleSummary, enabled: boolean) => void,
): Column<ScheduleSummary>[] {
  return [
    {
      key: 'report',
      header: t('schedules.report'),
      sortable: false,
      value: ({ report_title: title }) => title,
      cell: (schedule) => <ReportCell schedule={schedule} />,
      always: true,
    },
    {
      key: 'rule',
      header: t('schedules.rule'),
      sortable: false,
      value: ({ sentence }) => sentence,
      cell: ({ sentence, time_zone: zone }) => (
        <div className={styles.rule}>
          {sentence}
          <Text size="xs" c="dimmed" className={styles.breaking}>
            {zone}
          </Text>
        </div>
      ),
      from: 'sm',
    },
    {
      key: 'next',
      header: t('schedules.next'),
      sortable: false,
      value: ({ next_run_at: at }) => at,
      cell: (schedule) => <NextRun schedule={schedule} />,
      from: 'md',
    },
    {
      key: 'runs',
      header: t('schedules.lastRuns'),
      sortable: false,
      value: ({ last_run: run }) => (run ? t(`runs.status.${run.status}`) : ''),
      cell: (schedule) => <LastRuns schedule={schedule} />,
      from: 'sm',
    },
    {
      key: 'recipients',
      header: t('schedules.recipients'),
      sortable: false,
      value: ({ recipients, noemail }) => (noemail ? 0 : recipients.length),
      cell: (schedule) => <Recipients schedule={schedule} />,
      align: 'right',
      from: 'lg',
    },
    {
      key: 'enabled',
      header: t('schedules.enabled'),
      sortable: false,
      value: ({ enabled }) => enabled,
      cell: (schedule) => (
        <Switch
          size="sm"
          aria-label={t('schedules.enabledOf', { title: schedule.report_title, rule: schedule.sentence })}
          checked={schedule.enabled}
          onChange={(event) => onSwitch(schedule, event.currentTarget.checked)}
        />
      ),
    },
  ];
}

/** On narrow windows, which have no columns for it, also the rule and the last run. */
function ReportCell({ schedule }: { schedule: ScheduleSummary }) {
  const { id, report_title: title, format, filename, sentence, last_run: run } = schedule;
  return (
    <div className={styles.report}>
      <RowLink href={hrefOf(editScheduleRoute(id))}>{title}</RowLink>
      <Text size="xs" c="dimmed" className={styles.breaking} lineClamp={2} title={filename}>
        {format.toUpperCase()} · {filename}
      </Text>
      <div className={styles.narrow}>
        <Text size="xs">{sentence}</Text>
        {run ? <StatusBadge status={run.status} /> : null}
      </div>
    </div>
  );
}

function NextRun({ schedule }: { schedule: ScheduleSummary }) {
  const { next_run_at: at, time_zone: zone, enabled } = schedule;
  if (!at)
    return <span className={styles.quiet}>{t(enabled ? 'schedules.noMore' : 'schedules.paused')}</span>;
  const here = readerZone();
  return (
    <>
      <RelativeTime value={at} />
      <Text size="xs" c="dimmed">
        {formatInZone(at, zone)}
      </Text>
      {zone === here ? null : (
        <Text size="xs" c="dimmed">
          {t('schedules.yourTime', { time: formatInZone(at, here) })}
        </Text>
      )}
    </>
  );
}

function LastRuns({ schedule: { last_run: run, history, failures } }: { schedule: ScheduleSummary }) {
  if (!run) return <span className={styles.quiet}>{t('schedules.neverRan')}</span>;
  return (
    <div className={styles.runs}>
      <span className={styles.last} title={run.error ?? undefined}>
        <StatusBadge status={run.status} />
        <Text size="xs" c="dimmed" component="span">
          <RelativeTime value={run.ended_at ?? run.slot} />
        </Text>
      </span>
      <RunStrip statuses={history} />
      {failures > 1 ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('schedules.failures', { count: failures })}
        </Text>
      ) : null}
    </div>
  );
}

const REFUSED = new Set(['rejected', 'failed', 'unknown', 'suppressed']);

/** How many people get it, and for how many the last mail did not arrive. */
function Recipients({ schedule: { recipients, noemail } }: { schedule: ScheduleSummary }) {
  if (noemail) return <span className={styles.quiet}>{t('schedules.noMail')}</span>;
  const troubled = recipients.filter(({ status }) => status !== null && REFUSED.has(status));
  return (
    <span title={recipients.map(({ address }) => address).join('\n')} className={styles.recipients}>
      {recipients.length}
      {troubled.length > 0 ? (
        <Badge
          color="red"
          variant="light"
          leftSection={<IconAlertTriangle size={11} aria-hidden />}
          title={troubled
            .map(({ address, status }) => `${address}: ${t(`deliveries.status.${status}`)}`)
            .join('\n')}
        >
          {t('schedules.troubled', { count: troubled.length })}
        </Badge>
      ) : null}
    </span>
  );
}
