import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/handle.ts';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import type { Version } from '../../versions/types.ts';
import { findLastTableEdit } from './repo.ts';
import { readChangeCounters } from './server-queries.ts';
import { requireTableSource } from './types.ts';

/** How long the database is not asked again. */
const ASK_MS = 5 * 60_000;
/** Age at which a view or a foreign table counts as changed: nothing counts its changes. */
const AGE_MS = 10 * 60_000;

/**
 * Notices changes of tables without reading them: by the edits that the vault has logged, and for changes of others by PostgreSQL's
 * own counters of changed rows. These arrive up to ten seconds late, and start again after a crash, which counts as a change.
 */
export function createTableRevisions({ db, connections }: { db: Db; connections: SavedConnections }) {
  const known = new LRUCache<string, string>({ max: 2_000, ttl: ASK_MS });

  return {
    /** A text that changes with the rows of a version's table. @throws {AppError} when the database does not answer. */
    async of(version: Version): Promise<string> {
      const edit = await findLastTableEdit(db, version.id);
      const key = `${version.id} ${edit}`;
      const current = known.get(key);
      if (current !== undefined) return current;
      const source = requireTableSource(version);
      const counters = await connections.use(
        source.connectionId,
        (client) => readChangeCounters(client, source),
        { readOnly: true },
      );
      const changes = counters ?? String(Math.floor(Date.now() / AGE_MS));
      const revision = createHash('sha256')
        .update(JSON.stringify([edit, changes]))
        .digest('hex')
        .slice(0, 16);
      known.set(key, revision);
      return revision;
    },

    /** Asks the database again. */
    forget: () => known.clear(),
  };
}
