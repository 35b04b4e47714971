import type { AuditContext } from '@cairn/service';
import type { Expression, Kysely, Selectable, SqlBool } from 'kysely';
import type { AuditColumns } from './table.ts';

export interface AuditRecord {
  /** Noun and past participle, such as `user.created`. */
  event: string;
  /** A job has neither an address nor a request. */
  cause: Pick<AuditContext, 'actorId' | 'actorName'> & Partial<AuditContext>;
  /** Never a secret. */
  details?: Record<string, unknown> | undefined;
  /** The columns of the service: what was changed. */
  columns: Record<string, string | number | null>;
}

export interface AuditFilter {
  limit: number;
  /** Only events with a smaller id. */
  before?: number | undefined;
  event?: string | undefined;
  /** Name of the actor. */
  actor?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** A condition on the columns of the service. */
  where?: Expression<SqlBool> | undefined;
}

/** Adds one event. Call it with the transaction of the change, so that both are saved or neither is. */
export async function recordAudit(
  db: Kysely<any>,
  { event, cause, details = {}, columns }: AuditRecord,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      ...columns,
      event,
      actor_id: cause.actorId,
      actor_name: cause.actorName,
      ip: cause.ip ?? null,
      request_id: cause.requestId ?? null,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Events, newest first. `Columns` are those that the service has added. */
export async function findAuditEvents<Columns>(
  db: Kysely<any>,
  { limit, before, event, actor, since, until, where }: AuditFilter,
): Promise<(Selectable<AuditColumns> & Columns)[]> {
  let query = db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (event) query = query.where('event', '=', event);
  if (actor) query = query.where('actor_name', '=', actor);
  if (since) query = query.where('at', '>=', since);
  if (until) query = query.where('at', '<', until);
  if (where) query = query.where(where);
  return (await query.execute()) as (Selectable<AuditColumns> & Columns)[];
}
