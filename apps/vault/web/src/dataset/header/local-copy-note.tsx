import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Group, Progress } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import {
  cancelServiceJob,
  formatBytes,
  isUnderWay,
  notifyError,
  sentenceOf,
  t,
  tui,
  unwrap,
  useApi,
  useMe,
  useRights,
} from '@cairn/ui';
import { vault, type Version } from '../../client.ts';
import type { DatasetTabProps } from '../types.ts';

/** A smaller object is copied when it is needed. */
const SMALL_BYTES = 16 * 1024 * 1024;
const POLL_MS = 700;

/** Offers to copy a large object of a store, which tiles, the table and processing need. */
export function LocalCopyNote({ version }: Pick<DatasetTabProps, 'version'>) {
  const isSignedIn = useMe().data?.authenticated === true;
  const mayNeed =
    version.datasource_type === 'remote' && version.type === 'vector' && version.size > SMALL_BYTES;
  return mayNeed && isSignedIn ? <CopyNote version={version} /> : null;
}

/** What a local copy is needed for, and the button that makes it; nothing once there is one. */
export function CopyNote({ version, reason }: { version: Version; reason?: string | undefined }) {
  const mayCopy = useRights('vault').edit;
  const copy = useLocalCopy(version);
  const { state } = copy;
  if (!state || state.exists) return null;
  const isTooLarge = state.size_bytes > state.max_bytes;
  const size = formatBytes(state.size_bytes);
  return (
    <Alert color="gray" variant="light" mb="md" icon={<IconCloudDownload size={18} aria-hidden />}>
      <Group gap="sm" align="center">
        <span role="status">
          {copy.isRunning
            ? t('dataset.localCopy.running', { progress: copy.progress })
            : isTooLarge
              ? t('dataset.localCopy.tooLarge', { size, max: formatBytes(state.max_bytes) })
              : (reason ?? t('dataset.localCopy.note', { size }))}
        </span>
        {copy.isRunning ? (
          <Button size="compact-sm" variant="default" disabled={copy.isCancelling} onClick={copy.cancel}>
            {tui(copy.isCancelling ? 'jobs.cancelling' : 'jobs.cancel')}
          </Button>
        ) : mayCopy && !isTooLarge ? (
          <Button size="compact-sm" variant="default" onClick={copy.start}>
            {t('dataset.localCopy.make')}
          </Button>
        ) : null}
      </Group>
      {copy.isRunning ? (
        <Progress mt="xs" value={copy.percent} aria-label={t('dataset.localCopy.label')} />
      ) : null}
      {copy.problem === null ? null : <p role="alert">{copy.problem}</p>}
    </Alert>
  );
}

/** The copy of a version, and the job that makes it, also one that someone else has started. */
function useLocalCopy(version: Version) {
  const queries = useQueryClient();
  const [started, setStarted] = useState<string | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const path = { params: { path: { id: String(version.id) } } };
  const key = ['local-copy', version.id];
  const state = useApi(key, (signal) => vault.GET('/api/versions/{id}/local-copy', { ...path, signal }));
  const jobId = started ?? state.data?.job_id ?? null;
  const job = useApi(
    ['job', jobId],
    (signal) => vault.GET('/api/jobs/{id}', { params: { path: { id: jobId ?? '' } }, signal }),
    { enabled: jobId !== null, refetchInterval: (data) => (data && !isUnderWay(data) ? false : POLL_MS) },
  ).data;
  const hasEnded = job !== undefined && job.id === jobId && !isUnderWay(job);

  useEffect(() => {
    // All that failed for want of a copy is asked for again.
    if (hasEnded) void queries.invalidateQueries();
  }, [hasEnded, queries]);

  async function start() {
    setCancelling(false);
    setProblem(null);
    try {
      const headers = { prefer: 'respond-async' };
      const answer = await unwrap(vault.POST('/api/versions/{id}/local-copy', { ...path, headers }));
      if ('kind' in answer) setStarted(answer.id);
      // Another note on the page shows the same job.
      await queries.invalidateQueries({ queryKey: key });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }

  return {
    state: state.data,
    isRunning: jobId !== null && !hasEnded,
    percent: job?.progress ?? 0,
    progress: job?.stage ?? tui('jobs.queued'),
    isCancelling,
    problem: problem ?? (hasEnded && job.status === 'failed' ? (job.error ?? null) : null),
    start: () => void start(),
    cancel() {
      if (jobId === null) return;
      setCancelling(true);
      cancelServiceJob({ service: 'vault', id: jobId }).catch((error: unknown) => {
        setCancelling(false);
        notifyError(error);
      });
    },
  };
}
