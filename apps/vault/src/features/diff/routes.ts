import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import { withDatasetId } from '../access/dataset-guard.ts';
import { toDiffBody } from './mapper.ts';
import { createDiffService } from './service.ts';
import type { DiffDeps } from './service.ts';

const DEFAULT_LIMIT = 100;

export function diffRoutes(deps: DiffDeps): Handlers<VaultOperations, 'diffVersions'> {
  const diff = createDiffService(deps);

  return {
    async diffVersions({ path, query }, _actor, call) {
      const { with: to, layer = null, key = null, kind = null } = query;
      const page = { kind, limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 };
      const comparison = await diff.compare(withDatasetId(path, call), { to, layer, key });
      return toDiffBody(comparison, page, await diff.page(comparison, page, call.signal));
    },
  };
}
