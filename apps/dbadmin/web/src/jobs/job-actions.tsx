import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDanger, jobsKey, ServiceLink, t, useChange } from '@cairn/ui';
import { databaseRoute, dbadmin, pageHref, type Job } from '../client.ts';
import { databasesKey, jobListKey } from '../query-keys.ts';
import { kindWords } from './words.ts';

/** Cancels what waits, stops what runs (which is asked first), leads to where a failed one is begun again. */
export function JobActions({ job }: { job: Job }) {
  const [asking, setAsking] = useState(false);
  const cancel = useChange(
    (stop: boolean) =>
      dbadmin.POST('/api/jobs/{id}/cancel', {
        params: { path: { id: job.id }, query: stop ? { stop: 'true' } : {} },
      }),
    { refresh: [jobListKey, jobsKey, databasesKey, ['database']], onDone: () => setAsking(false) },
  );
  const title = job.title ?? kindWords(job.kind);
  const retry = retryAddress(job);
  if (job.status === 'queued' && job.may_cancel) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        aria-label={t('jobs.cancelOf', { title })}
        onClick={() => cancel.mutate(false)}
      >
        {t('jobs.cancel')}
      </Button>
    );
  }
  if (job.status === 'running' && job.may_cancel) {
    return (
      <>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('jobs.stopOf', { title })}
          onClick={() => setAsking(true)}
        >
          {t('jobs.stop')}
        </Button>
        <ConfirmDanger
          opened={asking}
          title={t('jobs.stopTitle')}
          action={t('jobs.stopAction')}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(true)}
          onClose={() => setAsking(false)}
        >
          <p style={{ margin: 0 }}>{t('jobs.stopText', { title })}</p>
        </ConfirmDanger>
      </>
    );
  }
  if ((job.status === 'failed' || job.status === 'cancelled') && retry) {
    return (
      <Button size="compact-sm" variant="default" component={ServiceLink} href={retry}>
        {t('jobs.retry')}
      </Button>
    );
  }
  return null;
}

/** Where the same work is begun again, with a look at what it would do. */
function retryAddress({ kind, database_id: database, connection_id: server }: Job): string | null {
  if (kind === 'database.create' && server)
    return pageHref('/databases', { connection_id: server, panel: 'create' });
  if (!database) return null;
  const tabs: Record<string, string> = {
    'database.backup': 'backups',
    'database.restore': 'backups',
    'database.import': 'import',
  };
  return pageHref(databaseRoute(database)) + (tabs[kind] ? `?tab=${tabs[kind]}` : '');
}
