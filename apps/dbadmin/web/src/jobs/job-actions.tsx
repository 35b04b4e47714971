import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDanger, ServiceLink, t, useChange } from '@cairn/ui';
import { databaseHref, pageHref } from '../addresses.ts';
import { dbadmin, type Job } from '../client.ts';
import { jobChangeKeys } from '../query-keys.ts';
import { jobKindLabel } from './job-labels.ts';

const BUTTON = { size: 'compact-sm', variant: 'default' } as const;

/** Cancels a queued job, stops a running one after confirmation, or leads to the form that retries a failed one. */
export function JobActions({ job }: { job: Job }) {
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useChange(
    ({ stop }: { stop: boolean }) =>
      dbadmin.POST('/api/jobs/{id}/cancel', {
        params: { path: { id: job.id }, query: stop ? { stop: 'true' } : {} },
      }),
    { refresh: jobChangeKeys, onDone: () => setConfirming(false) },
  );
  const title = job.title ?? jobKindLabel(job.kind);
  const retryHref = retryHrefOf(job);
  if (job.status === 'queued' && job.may_cancel) {
    return (
      <Button
        {...BUTTON}
        loading={cancel.isPending}
        aria-label={t('jobs.cancelOf', { title })}
        onClick={() => cancel.mutate({ stop: false })}
      >
        {t('jobs.cancel')}
      </Button>
    );
  }
  if (job.status === 'running' && job.may_cancel) {
    return (
      <>
        <Button {...BUTTON} aria-label={t('jobs.stopOf', { title })} onClick={() => setConfirming(true)}>
          {t('jobs.stop')}
        </Button>
        <ConfirmDanger
          opened={isConfirming}
          title={t('jobs.stopTitle')}
          action={t('jobs.stopAction')}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate({ stop: true })}
          onClose={() => setConfirming(false)}
        >
          <p style={{ margin: 0 }}>{t('jobs.stopText', { title })}</p>
        </ConfirmDanger>
      </>
    );
  }
  if ((job.status === 'failed' || job.status === 'cancelled') && retryHref) {
    return (
      <Button {...BUTTON} component={ServiceLink} href={retryHref}>
        {t('jobs.retry')}
      </Button>
    );
  }
  return null;
}

const RETRY_TABS: Record<string, string> = {
  'database.backup': 'backups',
  'database.restore': 'backups',
  'database.import': 'import',
};

/** The form that starts the same work again, so that it can be reviewed first. */
function retryHrefOf({ kind, database_id: database, connection_id: server }: Job): string | null {
  if (kind === 'database.create' && server)
    return pageHref('/databases', { connection_id: server, panel: 'create' });
  return database ? databaseHref(database, RETRY_TABS[kind]) : null;
}
