import { Button, Loader, Progress, Text } from '@mantine/core';
import { IconHistory, IconPlayerStop } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import {
  DataTable,
  EmptyState,
  Loaded,
  Page,
  Panel,
  RelativeTime,
  formatDuration,
  t,
  useLatched,
  useMe,
  useSeconds,
  useServiceJobs,
  useUrlState,
} from '@cairn/ui';
import { CATALOG_ROUTE, HISTORY_ROUTE, hrefOf } from '../addresses.ts';
import type { Execution } from '../client.ts';
import { useCancelRun } from '../history/run-changes.ts';
import { runColumns } from '../history/run-columns.tsx';
import { RunPanel } from '../history/run-panel.tsx';
import { StatusBadge } from '../runs/status-badge.tsx';
import { useCurrentRuns, useEndedRuns } from './use-current-runs.ts';
import styles from './executions.module.css';

const ROUTE = '/executions.php';

/** What runs and waits now, and what ended last. */
export function ExecutionsPage() {
  const current = useCurrentRuns();
  const ended = useEndedRuns();
  const [run, setRun] = useUrlState('run');
  const hasPanel = useLatched(run !== '');
  const columns = useMemo(() => runColumns((id) => hrefOf(`${ROUTE}?run=${id}`)), []);
  return (
    <Page
      title={t('executions.title')}
      lead={t('executions.lead')}
      width="full"
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={
        <Button
          component={Link}
          to={HISTORY_ROUTE}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {t('executions.history')}
        </Button>
      }
    >
      <div className={styles.parts}>
        <Panel title={t('executions.now')} flush>
          <Loaded query={current} rows={2}>
            {(runs) =>
              runs.length === 0 ? (
                <p className={styles.idle}>{t('executions.idle')}</p>
              ) : (
                <ul className={styles.list} aria-label={t('executions.now')}>
                  {runs.map((each) => (
                    <CurrentRun key={each.id} run={each} onShow={() => setRun(each.id)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
        <div>
          <h2 className={styles.heading}>{t('executions.ended')}</h2>
          <DataTable
            label={t('executions.ended')}
            rows={ended.data}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ report_title: title }) => title}
            source={ended}
            searchPlaceholder={t('executions.search')}
            currentKey={run || undefined}
            empty={<EmptyState boxed title={t('history.empty')} text={t('history.emptyText')} />}
          />
        </div>
      </div>
      {hasPanel ? <RunPanel id={run} onRun={setRun} /> : null}
    </Page>
  );
}

function CurrentRun({ run, onShow }: { run: Execution; onShow: () => void }) {
  const { id, report_title: title, status, requested_by: person, trigger, error } = run;
  const { data: me } = useMe();
  const jobs = useServiceJobs().data;
  const cancel = useCancelRun();
  const job = jobs?.find(
    ({ service, id: jobId }) => service === 'report-mgmt' && jobId === String(run.job_id),
  );
  const since = run.started_at ?? run.created_at;
  const seconds = useSeconds(since);
  const isMine = person !== null && person === me?.user?.username;
  return (
    <li>
      <div className={styles.words}>
        <button type="button" className={styles.name} onClick={onShow}>
          {title}
        </button>
        <Text size="xs" c="dimmed">
          {run.format.toUpperCase()} · {t(`history.triggers.${trigger}`)}
          {person ? ` · ${person}` : ''} · {t(run.started_at ? 'executions.started' : 'executions.requested')}{' '}
          <RelativeTime value={since} />
        </Text>
        {error ? <Text size="xs">{error}</Text> : null}
      </div>
      <StatusBadge status={status} />
      <span className={styles.time}>{formatDuration(seconds)}</span>
      <span className={styles.progress}>
        {status !== 'running' ? null : job?.progress ? (
          <Progress value={job.progress} aria-label={job.stage ?? t('runs.status.running')} />
        ) : (
          <Loader size="xs" type="dots" aria-hidden />
        )}
      </span>
      {me?.admin === true || isMine ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          loading={cancel.isPending}
          aria-label={t('executions.cancelOf', { title })}
          onClick={() => cancel.mutate(id)}
        >
          {t('history.cancel')}
        </Button>
      ) : null}
    </li>
  );
}
