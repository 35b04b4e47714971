import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { noSuchVersion } from '../versions/errors.ts';
import { findVersion } from '../versions/repo.ts';
import { toDiffBody } from './mapper.ts';
import { createDiffService } from './service.ts';
import type { DiffDeps } from './service.ts';

const DEFAULT_LIMIT = 100;

export function diffRoutes({
  db,
  ...parts
}: DiffDeps & { db: Db }): Handlers<VaultOperations, 'diffVersions'> {
  const diff = createDiffService(parts);

  async function versionOf(dataset: string, version: number) {
    const found = await findVersion(db, dataset, version);
    if (!found) throw noSuchVersion({ dataset, version });
    return found;
  }

  return {
    async diffVersions({ path, query }, _actor, { signal }) {
      const comparison = {
        before: await versionOf(path.name, path.version),
        after: await versionOf(path.name, query.with),
        layer: query.layer ?? null,
        key: query.key ?? null,
      };
      const page = {
        kind: query.kind ?? null,
        limit: query.limit ?? DEFAULT_LIMIT,
        offset: query.offset ?? 0,
      };
      return toDiffBody(comparison, page, await diff.page(comparison, page, signal));
    },
  };
}
