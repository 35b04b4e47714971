import { checkFiles, isName } from '../check-answer.ts';
import { ProviderError } from '../errors.ts';
import { failureOfAnswer } from '../outcome.ts';
import { parseJson } from '../provider-client.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { FileResponse, ProviderDiff } from '../types.ts';
import { toPath } from './projects.ts';
import type { MerginProjects } from './projects.ts';
import type { MerginProject } from './types.ts';
import { versionNumber } from './versions.ts';

interface DiffDeps {
  client: ProviderClient;
  projects: MerginProjects;
  now(): Date;
}

interface DiffRange {
  path: string;
  since: string;
  to: string;
  signal: AbortSignal;
}

interface DeltaItem {
  path: string;
  change: 'create' | 'update' | 'update_diff' | 'delete';
  diffs?: { id: string }[];
}

/**
 * The differences of a GeoPackage from one version to another, in order; null when the whole file must be taken. A delta
 * without items has status 200, but means that the server could not build it.
 */
export async function listDiffs(
  deps: DiffDeps,
  id: string,
  range: DiffRange,
): Promise<ProviderDiff[] | null> {
  const [since, to] = [versionNumber(range.since), versionNumber(range.to)];
  if (since === null || to === null || since >= to) return null;
  const query = new URLSearchParams({ since: range.since, to: range.to });
  const answer = await deps.client.answer({
    path: `/v2/projects/${encodeURIComponent(id)}/delta?${query}`,
    signal: range.signal,
  });
  if (answer.status === 404 || answer.status === 405) return listByHistory(deps, id, { ...range, since, to });
  if (answer.status === 400 || answer.status === 422) return null;
  if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, deps.now()));
  const { items } = parseJson(answer) as { items?: (DeltaItem | null)[] };
  const item = Array.isArray(items) ? items.find((each) => each?.path === range.path) : undefined;
  if (item?.change !== 'update_diff' || !Array.isArray(item.diffs) || item.diffs.length === 0) return null;
  if (!item.diffs.every((diff) => isName(diff?.id))) return null;
  return item.diffs.map((diff) => ({ id: diff.id, size: null }));
}

/**
 * With v1: the history of the latest version, in which `since` itself is included. Versions sort as text there, so they are compared as
 * numbers; a version without a difference means the whole file.
 */
async function listByHistory(
  { client, projects }: DiffDeps,
  id: string,
  { path, since, to, signal }: { path: string; since: number; to: number; signal: AbortSignal },
): Promise<ProviderDiff[] | null> {
  const { body } = await projects.withName(
    id,
    (name) => client.json({ path: `/v1/project/${toPath(name)}?since=v${since}`, signal }),
    signal,
  );
  const { files = [], id: found } = body as MerginProject;
  const history = checkFiles(files).find((file) => file.path === path)?.history ?? {};
  const changes = Object.entries(history)
    .map(([version, change]) => ({ version: versionNumber(version) ?? 0, change }))
    .filter(({ version }) => version > since && version <= to)
    .toSorted((one, other) => one.version - other.version);
  const isComplete = changes.every(({ change }) => change?.change === 'updated' && change.diff);
  if (found !== id || changes.length === 0 || !isComplete) return null;
  return changes.map(({ version, change: { diff } }) => ({
    ...{ id: `v${version}`, size: diff?.size ?? null },
    ...(typeof diff?.checksum === 'string' ? { sha1: diff.checksum.toLowerCase() } : {}),
  }));
}

/**
 * Downloads a difference. Those of v2 are known by an id, those of v1 by their version.
 * @throws {ProviderError} restart_file where the server cannot put it together: take the whole file
 */
export async function openDiff(
  { client, projects }: DiffDeps,
  id: string,
  { path, diff, from, signal }: { path: string; diff: ProviderDiff; from: number; signal: AbortSignal },
): Promise<FileResponse> {
  try {
    if (versionNumber(diff.id) === null) {
      const query = new URLSearchParams({ file: diff.id });
      return await client.open({
        path: `/v2/projects/${encodeURIComponent(id)}/raw/diff?${query}`,
        from,
        signal,
      });
    }
    const query = new URLSearchParams({ file: path, version: diff.id, diff: 'true' });
    const open = (name: { namespace: string; name: string }) =>
      client.open({ path: `/v1/project/raw/${toPath(name)}?${query}`, from, signal });
    return await projects.withName(id, open, signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'pause') throw error;
    const message = 'Mergin Maps cannot put the difference together.';
    throw new ProviderError({ outcome: 'restart_file', code: 'field_sync.diff_unavailable', message }, error);
  }
}
