import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { findAuditEvents } from './events.ts';

/**
 * The handler of `listAudit`: events newest first, where `before` is the id of the last event of the page before.
 *
 * @param options.idColumn the column of createAuditTable(), and the query parameter and field of the same name
 */
export function auditRoutes<Id extends string>({ db, idColumn }: { db: Kysely<any>; idColumn: Id }) {
  type Columns = { subject: string | null } & Record<Id, number | null>;
  return {
    async listAudit({ query }: { query: { limit?: number; before?: number } & { [K in Id]?: number } }) {
      const { limit = 50, before, [idColumn]: id } = query;
      const where = id === undefined ? undefined : sql<boolean>`${sql.ref(idColumn)} = ${id}`;
      const events = await findAuditEvents<Columns>(db, { limit, before, where });
      return {
        items: events.map(({ ip: _ip, request_id: _requestId, at, ...event }) => ({
          ...event,
          at: at.toISOString(),
        })),
      };
    },
  };
}
