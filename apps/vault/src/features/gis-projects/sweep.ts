import type { Db } from '../../db/handle.ts';
import { toGisProjects } from './mapper.ts';
import { listPublishedDatasetIds } from './repo.ts';
import { pathOf } from './service.ts';
import { datasetOfProject } from './types.ts';
import { readJson } from './upstream.ts';
import type { Upstream } from './upstream.ts';

/** A project may be younger than its publication is old: the file is sent before the row is written. */
const YOUNG_MS = 60 * 60_000;

/**
 * Deletes the projects of datasets that are no longer published, or no longer there. A publish service that does not answer is asked
 * again later. Returns how many it deleted.
 */
export async function deleteUnpublishedProjects(
  { db, upstream }: { db: Db; upstream: Upstream },
  youngMs = YOUNG_MS,
): Promise<number> {
  const response = await upstream({ path: '/api/projects' });
  if (!response.ok) {
    await response.body?.cancel();
    return 0;
  }
  const old = toGisProjects(await readJson(response)).flatMap(({ id, updatedAt }) => {
    const datasetId = datasetOfProject(id);
    const age = Date.now() - Date.parse(updatedAt ?? '');
    return datasetId !== null && age >= youngMs ? [{ id, datasetId }] : [];
  });
  const published = await listPublishedDatasetIds(
    db,
    old.map(({ datasetId }) => datasetId),
  );
  let deleted = 0;
  for (const { id, datasetId } of old) {
    if (published.has(datasetId)) continue;
    const { ok, body } = await upstream({ path: pathOf(id), method: 'DELETE' });
    await body?.cancel();
    if (ok) deleted += 1;
  }
  return deleted;
}
