import { Alert, Button, Group } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh, IconReport, IconSend } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  EmptyState,
  Facts,
  Loaded,
  RelativeTime,
  SidePanel,
  formatBytes,
  formatDay,
  formatMilliseconds,
  formatNumber,
  isRefused,
  t,
} from '@cairn/ui';
import { runnerWith } from '../addresses.ts';
import type { Execution, ExecutionDetails } from '../client.ts';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { StatusBadge } from '../runs/status-badge.tsx';
import { editScheduleRoute } from '../schedules/addresses.ts';
import { useCancelRun, useRunAgain } from './run-changes.ts';
import { isUnderWay, useExecution } from './use-executions.ts';
import styles from './history.module.css';

interface RunPanelProps {
  /** Empty when the panel is closed. */
  id: string;
  onRun: (id: string) => void;
}

/** A run beside the list: what ran, how long it took, what came of it, and the mail of each person. */
export function RunPanel({ id, onRun }: RunPanelProps) {
  const query = useExecution(id);
  const close = () => onRun('');
  return (
    <SidePanel
      opened={id !== ''}
      title={query.data?.report_title ?? t('history.run')}
      size={520}
      onClose={close}
    >
      {id === '' ? null : isRefused(query.error) ? (
        <EmptyState title={t('history.noRun')} text={t('history.noRunText')} />
      ) : (
        <Loaded query={query}>{(run) => <RunDetails run={run} onRun={onRun} />}</Loaded>
      )}
    </SidePanel>
  );
}

function RunDetails({ run, onRun }: { run: ExecutionDetails; onRun: (id: string) => void }) {
  const { error, warnings, deliveries } = run;
  return (
    <div className={styles.details}>
      <RunActions run={run} onRun={onRun} />
      {error === null ? null : (
        <Alert color={run.status === 'failed' ? 'red' : 'yellow'} title={t(`history.why.${run.status}`)}>
          {error}
        </Alert>
      )}
      {warnings.length > 0 ? (
        <Alert color="yellow" title={t('history.warnings')}>
          <ul className={styles.plainList}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <RunFacts run={run} />
      <section className={styles.section}>
        <h3>{t('history.parameters')}</h3>
        <ParameterFacts parameters={run.parameters} />
      </section>
      <section className={styles.section}>
        <h3>{t('history.mail')}</h3>
        {deliveries === null ? (
          <p className={styles.quiet}>{t('history.hiddenMail')}</p>
        ) : deliveries.length === 0 ? (
          <p className={styles.quiet}>{t('history.noMail')}</p>
        ) : (
          <DeliveryList deliveries={deliveries} maySend={run.may_mail} />
        )}
      </section>
    </div>
  );
}

function RunActions({ run, onRun }: { run: ExecutionDetails; onRun: (id: string) => void }) {
  const again = useRunAgain((next) => onRun(next.id));
  const cancel = useCancelRun();
  const isWaiting = again.isPending;
  const hasMail = run.may_mail && (run.deliveries ?? []).some(({ purpose }) => purpose === 'document');
  return (
    <Group gap={8}>
      {run.output === null ? null : (
        <Button component="a" href={run.output} download leftSection={<IconDownload size={16} aria-hidden />}>
          {t('history.download')}
        </Button>
      )}
      {isUnderWay(run) && run.may_cancel ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(run.id)}
        >
          {t('history.cancel')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isWaiting && !again.variables.mail}
        disabled={isWaiting}
        title={t('history.againHint')}
        onClick={() => again.mutate({ id: run.id, mail: false })}
      >
        {t('history.again')}
      </Button>
      {hasMail ? (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={isWaiting && again.variables.mail}
          disabled={isWaiting}
          onClick={() => again.mutate({ id: run.id, mail: true })}
        >
          {t('history.againWithMail')}
        </Button>
      ) : null}
      <Button
        component={Link}
        to={runnerWith(run)}
        variant="default"
        leftSection={<IconReport size={16} aria-hidden />}
      >
        {t('history.openRunner')}
      </Button>
    </Group>
  );
}

function RunFacts({ run }: { run: Execution }) {
  const { slot, slot_local: local, time_zone: zone, schedule_id: schedule } = run;
  const by = run.requested_by ?? t('history.visitor');
  return (
    <Facts
      entries={[
        [t('history.status'), <StatusBadge key="status" status={run.status} />],
        [
          t('history.trigger'),
          t('history.triggeredBy', { trigger: t(`history.triggers.${run.trigger}`), by }),
        ],
        [
          t('history.schedule'),
          schedule === null ? null : (
            <Link key="schedule" to={editScheduleRoute(schedule)}>
              {t('history.scheduleNumber', { id: schedule })}
            </Link>
          ),
        ],
        [t('history.slot'), slot && local ? `${local} (${zone.replaceAll('_', ' ')})` : null],
        [
          t('history.missed'),
          run.missed_count === null ? null : t('history.missedCount', { count: run.missed_count }),
        ],
        [t('history.requested'), <RelativeTime key="requested" value={run.created_at} exact />],
        [t('history.ended'), run.ended_at ? <RelativeTime key="ended" value={run.ended_at} exact /> : null],
        [t('history.attempt'), run.attempt > 1 ? formatNumber(run.attempt) : null],
        [t('history.datasource'), run.datasource],
        [t('history.rows'), run.rows === null ? null : formatNumber(run.rows)],
        [t('history.pages'), run.pages === null ? null : formatNumber(run.pages)],
        [t('history.queueTime'), timeOf(run.queued_ms)],
        [t('history.databaseTime'), timeOf(run.db_ms)],
        [t('history.renderTime'), timeOf(run.render_ms)],
        [t('history.document'), documentFact(run)],
      ]}
    />
  );
}

/** Name and size of the document, and how long it is kept. */
function documentFact(run: Execution): string {
  const { output, output_name: name, output_expires_at: expires, bytes, format } = run;
  const size = bytes === null ? '' : formatBytes(bytes);
  if (output === null)
    return [name ?? format.toUpperCase(), size, expires ? t('history.hiddenDocument') : '']
      .filter(Boolean)
      .join(' · ');
  const until = expires ? t('history.keptUntil', { day: formatDay(new Date(expires)) }) : '';
  return [name, size, until].filter(Boolean).join(' · ');
}

function ParameterFacts({ parameters }: Pick<Execution, 'parameters'>) {
  const entries = Object.entries(parameters).map(([name, values]): [string, string] => [
    name,
    values.join(', '),
  ]);
  if (entries.length === 0) return <p className={styles.quiet}>{t('history.noParameters')}</p>;
  return <Facts entries={entries} />;
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatMilliseconds(milliseconds);
}
