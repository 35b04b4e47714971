import { setTimeout as delay } from 'node:timers/promises';
import type { Provider } from '../providers/types.ts';
import type { SyncState } from '../synced-tables/types.ts';
import { packageLost, projectUnavailable, versionUnknown } from './errors.ts';
import { findCurrentPlan } from './plan-repo.ts';
import { addWarnings, saveAuthors } from './close-repo.ts';
import { writeLog } from './log-repo.ts';
import { findProviderVersion, pinRun, saveBytes, savePackageSource, saveProviderId } from './run-repo.ts';
import type { Attempt, ObtainedVersion, RunDeps } from './types.ts';

const SAVE_BYTES_MS = 1_000;
const MAX_POLLS = 3;
const POLL_EVERY_MS = 1_000;

/** Steps 3 to 5: pins the provider's version, fetches what is missing, and keeps it. An approved plan brings its own version. */
export async function obtainVersion(
  deps: RunDeps,
  attempt: Attempt,
  state: SyncState | null,
): Promise<ObtainedVersion> {
  const { run, project, job } = attempt;
  const approved = await findApproved(deps, attempt);
  if (approved) return approved;
  const provider = await deps.providerOf(project.serverId);
  const providerId = await resolveProject(deps, attempt, provider);
  const version = run.version ?? (await pinVersion(deps, attempt, { provider, providerId }));
  job.progress(5, 'Listing the files');
  const files = await provider.files(providerId, version, job.signal);
  job.progress(10, 'Fetching the files');
  const saver = createBytesSaver(deps, run.id);
  const { snapshot, bytesTotal, bytesFetched, packageSource, warnings } = await deps.packages.fetchVersion({
    ...{ project, provider, providerId, signal: job.signal },
    pinned: { version, files },
    base: findBase(attempt, state),
    onBytes: saver.report,
    log: (level, message) => writeLog(deps.db, [{ projectId: project.id, runId: run.id, level, message }]),
  });
  await saver.finish({ total: bytesTotal, fetched: bytesFetched });
  await savePackageSource(deps.db, run.id, packageSource);
  await addWarnings(deps.db, run.id, warnings);
  await saveAuthorsOf(deps, attempt, { provider, providerId, version });
  const path = await deps.packages.findPackage(project.id, snapshot.packageSha256);
  if (path === null) throw packageLost();
  return { version, snapshot, path };
}

/** What the tables hold. A reconcile is the repair of everything, so it begins with the provider's own file. */
function findBase(
  { run, project }: Attempt,
  state: SyncState | null,
): { version: string; sha256: string } | null {
  if (!state || run.kind === 'reconcile' || project.forceInit) return null;
  return { version: state.version, sha256: state.packageSha256 };
}

async function findApproved({ db, packages }: RunDeps, { run }: Attempt): Promise<ObtainedVersion | null> {
  if (run.version === null) return null;
  const plan = await findCurrentPlan(db, run.projectId);
  if (plan?.status !== 'approved' || plan.version !== run.version) return null;
  const path = await packages.findPackage(run.projectId, plan.packageSha256);
  if (path === null) return null;
  return { version: run.version, snapshot: { id: plan.snapshotId, packageSha256: plan.packageSha256 }, path };
}

/** The provider's own id, which survives a rename. */
async function resolveProject(
  { db }: RunDeps,
  { project, job }: Attempt,
  provider: Provider,
): Promise<string> {
  if (project.providerId !== null) return project.providerId;
  const { id } = await provider.resolve(project.projectRef, job.signal);
  await saveProviderId(db, project.id, id);
  return id;
}

/** All attempts of a run have the same version. */
async function pinVersion(
  { db }: RunDeps,
  { run, job, project }: Attempt,
  source: { provider: Provider; providerId: string },
): Promise<string> {
  // The poller keeps that of a started project up to date.
  const polled = project.started ? await findProviderVersion(db, project.id) : null;
  const version = polled ?? (await pollVersion(source, job.signal));
  return job.commit(async (trx) => {
    await pinRun(trx, run.id, version);
    return version;
  }, 'pin');
}

/** A folder may have changed since it was looked at last: what two looks in a row see is complete. */
async function pollVersion(
  { provider, providerId }: { provider: Provider; providerId: string },
  signal: AbortSignal,
): Promise<string> {
  const least = provider.type === 'folder' ? 2 : 1;
  for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
    const result = (await provider.poll([providerId], signal)).get(providerId);
    if (result && 'problem' in result) throw projectUnavailable(result);
    if (result && poll >= least) return result.version;
    if (poll < MAX_POLLS) await delay(POLL_EVERY_MS, undefined, { signal });
  }
  throw versionUnknown();
}

interface AuthorsRequest {
  provider: Provider;
  providerId: string;
  version: string;
}

/** Who made the versions is worth knowing, but no reason to wait. */
async function saveAuthorsOf(
  { db, logger }: RunDeps,
  { run, project, job }: Attempt,
  { provider, providerId, version }: AuthorsRequest,
): Promise<void> {
  if (!provider.authors) return;
  try {
    const range = { since: project.appliedVersion, to: version };
    await saveAuthors(db, run.id, await provider.authors(providerId, range, job.signal));
  } catch (err) {
    job.signal.throwIfAborted();
    logger.warn({ err, run: run.id }, 'authors of versions not read');
  }
}

/** Writes at most one row a second, one write after the other; a write that fails is made up for by the next. */
function createBytesSaver({ db, worker }: RunDeps, runId: number) {
  let last = 0;
  let saving: Promise<void> = Promise.resolve();
  const save = (bytes: { total: number; fetched: number }) =>
    saveBytes(db, { id: runId, worker: worker.id }, bytes).catch(() => undefined);
  return {
    report(bytes: { total: number; fetched: number }) {
      if (performance.now() - last < SAVE_BYTES_MS) return;
      last = performance.now();
      saving = saving.then(() => save(bytes));
    },
    async finish(bytes: { total: number; fetched: number }) {
      await saving;
      await save(bytes);
    },
  };
}
