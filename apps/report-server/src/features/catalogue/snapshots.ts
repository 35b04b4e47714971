import { LRUCache } from 'lru-cache';
import type { Sessions } from '../datasources/sessions.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { readCatalogue } from './server-queries.ts';
import type { Catalogue } from './types.ts';

const KEPT_MS = 30_000;
const MAX_DATASOURCES = 100;
const STATEMENT_MS = 10_000;
const NOBODY = { id: null, groupIds: [] };

export type Catalogues = ReturnType<typeof createCatalogues>;

/** Snapshots of what the datasources hold, at most 30 s old. All names in queries come from here. */
export function createCatalogues({ sessions }: { sessions: Pick<Sessions, 'openRead'> }) {
  const kept = new LRUCache<string, Promise<Catalogue>>({ max: MAX_DATASOURCES, ttl: KEPT_MS });

  return {
    of(datasource: SealedDatasource): Promise<Catalogue> {
      const key = keyOf(datasource);
      const current = kept.get(key);
      if (current) return current;
      const options = { statementTimeoutMs: STATEMENT_MS };
      const fresh = sessions.openRead(
        datasource,
        NOBODY,
        (read) => readCatalogue(read, datasource.schemas),
        options,
      );
      kept.set(key, fresh);
      fresh.catch(() => kept.delete(key));
      return fresh;
    },
    /** After an error that says that the database has changed. */
    forget(datasource: SealedDatasource): void {
      kept.delete(keyOf(datasource));
    },
  };
}

function keyOf({ id, revision }: SealedDatasource): string {
  return `${id} ${revision}`;
}
