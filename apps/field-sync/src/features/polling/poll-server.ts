import { inTransaction } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import { withDeadline } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db, RunKind } from '../../db/schema.ts';
import { afterFailure, isOpen } from '../providers/breaker.ts';
import { ProviderError } from '../providers/errors.ts';
import type { PollResult, Provider, ProviderOutcome } from '../providers/types.ts';
import { enqueueRuns } from '../runs/enqueue-runs.ts';
import { writeLog } from '../runs/log-repo.ts';
import type { LogLine } from '../runs/log-repo.ts';
import { serverSilent } from './errors.ts';
import { lockCurrent, saveAnswered, saveFailed, saveNews } from './poll-repo.ts';
import { readAnswer } from './read-answer.ts';
import type { DueProject, PollTimes } from './types.ts';

export interface PollDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
  logger: Logger;
  worker: { id: string };
  providerOf(serverId: number): Promise<Provider>;
  times: PollTimes;
}

const FOUND: Record<RunKind, (version: string) => string> = {
  sync: (version) => `Version ${version} found at the provider.`,
  reconcile: (version) => `Comparing the tables with all of version ${version}.`,
  dry_run: (version) => `Comparing version ${version} without a change.`,
};
const PASSING = new Set<ProviderOutcome>(['retry', 'damaged', 'restart_file']);

/**
 * Asks a server for its projects that are due. What has changed gets a run, in the transaction that records it; where nothing has, only
 * the row of the server is written.
 */
export async function pollServer(
  deps: PollDeps,
  { serverId, projects, signal }: { serverId: number; projects: DueProject[]; signal: AbortSignal },
): Promise<void> {
  let answers: Answers;
  try {
    answers = await ask(deps, { serverId, projects, signal });
  } catch (error) {
    // Not the server's fault.
    if (signal.aborted) return;
    await recordFailure(deps, { serverId, projects }, error);
    return;
  }
  await record(deps, { serverId, projects }, answers);
}

interface Answers {
  results: Map<string, PollResult>;
  /** The provider's ids of projects whose id was not known yet. */
  resolved: Map<number, string>;
}

async function ask(
  { providerOf, times }: PollDeps,
  { serverId, projects, signal: stopping }: { serverId: number; projects: DueProject[]; signal: AbortSignal },
): Promise<Answers> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(times.deadlineMs)]);
  // Whatever does not listen to the signal.
  const deadline = { ms: times.deadlineMs + 1_000, onTimeout: serverSilent, signal: stopping };
  return withDeadline(askProvider(await providerOf(serverId), projects, signal), deadline);
}

async function askProvider(
  provider: Provider,
  projects: DueProject[],
  signal: AbortSignal,
): Promise<Answers> {
  const resolved = new Map<number, string>();
  const refusals = new Map<string, PollResult>();
  for (const { id, projectRef, providerId } of projects) {
    if (providerId !== null) continue;
    try {
      resolved.set(id, (await provider.resolve(projectRef, signal)).id);
    } catch (error) {
      // One project that is not there says nothing of the others.
      if (!(error instanceof ProviderError) || error.outcome !== 'pause') throw error;
      refusals.set(projectRef, { problem: 'missing', sentence: error.message });
    }
  }
  const ids = projects.flatMap(({ id, providerId }) => providerId ?? resolved.get(id) ?? []);
  const results = ids.length > 0 ? await provider.poll([...new Set(ids)], signal) : new Map();
  return { results: new Map([...refusals, ...results]), resolved };
}

async function record(
  deps: PollDeps,
  { serverId, projects }: { serverId: number; projects: DueProject[] },
  { results, resolved }: Answers,
): Promise<void> {
  const readings = projects
    .map((project) => {
      const resolvedId = resolved.get(project.id) ?? null;
      const result = results.get(project.providerId ?? resolvedId ?? project.projectRef);
      return { project, ...readAnswer(project, { result, resolvedId }) };
    })
    .filter(({ news, run }) => news !== null || run !== null);
  const lease = { serverId, worker: deps.worker.id, leaseMs: deps.times.leaseMs };
  const created = await inTransaction(deps.db, {}, async (trx) => {
    if (!(await saveAnswered(trx, lease, projects[0]!.at))) return 0;
    const asked = readings.map(({ project }) => project);
    const current = await lockCurrent(trx, serverId, asked);
    return saveReadings(deps, trx, {
      serverId,
      readings: readings.filter(({ project }) => current.has(project.id)),
    });
  });
  if (created > 0) await deps.jobs.dispatch();
}

type Reading = ReturnType<typeof readAnswer> & { project: DueProject };

/** Returns how many runs follow. */
async function saveReadings(
  deps: PollDeps,
  trx: Db,
  { serverId, readings }: { serverId: number; readings: Reading[] },
): Promise<number> {
  const news = readings.flatMap((reading) => reading.news ?? []);
  await saveNews(trx, news);
  const runs = readings.flatMap(({ project, run }) =>
    run ? [{ projectId: project.id, serverId, requestedBy: null, ...run }] : [],
  );
  const created = await enqueueRuns(deps, trx, runs);
  const pauses: LogLine[] = news.flatMap(({ id, pause }) =>
    pause ? [{ projectId: id, level: 'warning', message: pause.sentence }] : [],
  );
  const finds: LogLine[] = runs.flatMap(({ projectId, kind, version }) => {
    const runId = created.get(projectId);
    return runId === undefined ? [] : [{ projectId, runId, level: 'info', message: FOUND[kind](version) }];
  });
  await writeLog(trx, [...pauses, ...finds]);
  return created.size;
}

async function recordFailure(
  { db, logger, worker, times }: PollDeps,
  { serverId, projects }: { serverId: number; projects: DueProject[] },
  error: unknown,
): Promise<void> {
  const [{ serverFailures, at: now }] = projects as [DueProject];
  const failure = error instanceof ProviderError ? error : serverSilent();
  const before = { failures: serverFailures, retryAt: null };
  // A server that refuses everything is retried no sooner than one that is unreachable.
  const outcome = PASSING.has(failure.outcome) ? 'retry' : 'later';
  const after = afterFailure(before, { ...failure, outcome }, { now });
  const isNews = before.failures === 0 || isOpen(after) !== isOpen(before);
  logger[isNews ? 'warn' : 'debug'](
    { err: error, server: serverId, failures: after.failures },
    'poll failed',
  );
  const lease = { serverId, worker: worker.id, leaseMs: times.leaseMs };
  const retryInMs = (after.retryAt?.getTime() ?? now.getTime()) - now.getTime();
  await saveFailed(db, lease, { message: failure.message, failures: after.failures, retryInMs });
}
