import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  cancelServiceJob,
  isUnderWay,
  jobsKey,
  notifyError,
  quietJob,
  sentenceOf,
  unwrap,
  useApi,
} from '@cairn/ui';
import { vault, type Job, type Version } from '../../client.ts';
import { datasetKey, datasetsKey } from '../../query-keys.ts';
import type { DatasetTabProps } from '../types.ts';
import type { Derivation, Derived } from './derivation.ts';

const POLL_INTERVAL_MS = 700;

export interface DerivationJob {
  /** True while the job is queued or running. */
  running: boolean;
  /** 0 to 100. */
  progress: number;
  stage: string | undefined;
  cancelling: boolean;
  /** Why no version was derived: a sentence. */
  problem: string | null;
  cancelled: boolean;
  /** Into a new dataset of this name; null: into the next version of the dataset. */
  start: (derivation: Derivation, newDataset: string | null) => void;
  /** The same for another operation whose job creates a version. */
  run: (request: () => Promise<Derived | Job>) => void;
  cancel: () => void;
}

/** Starts a derivation job, follows its progress and reports its result. */
export function useDerivationJob(
  { version, onHoldVersion }: Pick<DatasetTabProps, 'version' | 'onHoldVersion'>,
  onDone: (derived: Derived) => void,
): DerivationJob {
  const queries = useQueryClient();
  const [jobId, setJobId] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const job = useApi(
    ['job', jobId],
    (signal) => vault.GET('/api/jobs/{id}', { params: { path: { id: jobId ?? '' } }, signal }),
    { enabled: jobId !== null, refetchInterval: POLL_INTERVAL_MS },
  );
  const ended = useRef(false);
  const latestOnDone = useRef(onDone);
  latestOnDone.current = onDone;
  const { data } = job;

  // This page shows the result itself. After the user has left it, a notice does.
  useEffect(() => {
    if (jobId === null) return undefined;
    const announceAgain = quietJob({ service: 'vault', id: jobId });
    return () => {
      if (!ended.current) announceAgain();
    };
  }, [jobId]);

  const running = starting || jobId !== null;
  // The list of versions may show the new one before this page knows that the job has ended.
  useEffect(() => {
    if (!running) return undefined;
    onHoldVersion(true);
    return () => onHoldVersion(false);
  }, [running, onHoldVersion]);

  useEffect(() => {
    if (!data || isUnderWay(data) || data.id !== jobId) return;
    ended.current = true;
    void queries.invalidateQueries({ queryKey: jobsKey });
    void finish();
    async function finish() {
      if (data?.status === 'succeeded') {
        await Promise.all(
          [datasetKey(version.dataset), datasetsKey].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        );
        latestOnDone.current(data.result as unknown as Derived);
      }
      if (data?.status === 'failed') setProblem(data.error ?? '');
      setJobId(null);
      setCancelling(false);
    }
  }, [data, jobId, queries, version.dataset]);

  async function run(request: () => Promise<Derived | Job>) {
    setStarting(true);
    setProblem(null);
    try {
      const answer = await request();
      ended.current = false;
      if ('kind' in answer) setJobId(answer.id);
      else latestOnDone.current(answer);
      void queries.invalidateQueries({ queryKey: jobsKey });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setStarting(false);
    }
  }

  return {
    running,
    progress: data && jobId !== null ? data.progress : 0,
    stage: data?.stage,
    cancelling,
    problem,
    cancelled: jobId === null && data?.status === 'cancelled',
    run: (request) => void run(request),
    start: (derivation, newDataset) => void run(() => unwrap(post(version, derivation, newDataset))),
    cancel: () => {
      if (jobId === null) return;
      setCancelling(true);
      cancelServiceJob({ service: 'vault', id: jobId }).catch((error: unknown) => {
        setCancelling(false);
        notifyError(error);
      });
    },
  };
}

/** The server answers with the job at once, so that the page can show how far it is. */
function post({ dataset, version }: Version, derivation: Derivation, newDataset: string | null) {
  const options = {
    params: { path: { name: dataset, version } },
    headers: { prefer: 'respond-async' },
  };
  if (newDataset !== null) {
    return vault.POST('/datasets/{name}/versions/{version}/derive', {
      ...options,
      body: { ...derivation, dataset_name: newDataset },
    });
  }
  switch (derivation.operation) {
    case 'filter':
      return vault.POST('/datasets/{name}/versions/{version}/filter', {
        ...options,
        body: derivation.filter,
      });
    case 'dissolve':
      return vault.POST('/datasets/{name}/versions/{version}/dissolve', {
        ...options,
        body: derivation.dissolve,
      });
    case 'clip':
      return vault.POST('/datasets/{name}/versions/{version}/clip', { ...options, body: derivation.clip });
    default:
      return vault.POST('/datasets/{name}/versions/{version}/derive/version', {
        ...options,
        body: derivation,
      });
  }
}
