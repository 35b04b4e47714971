import { AppError } from '@cairn/service';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from './repo.ts';
import type { AuditRecord } from './repo.ts';

const MAX_SHOWN_AN_HOUR = 30;

type SecretRecord = Omit<AuditRecord, 'event'> & {
  event: Extract<AuditRecord['event'], `${string}.secret_shown`>;
};

/**
 * Records that a person is shown a secret. Call it before the secret is sent: without the record nothing is shown.
 * @throws {AppError} too_many after 30 within an hour
 */
export async function recordSecretShown(db: Db, record: SecretRecord): Promise<void> {
  const { actorId, actorName } = record.cause;
  await db.transaction().execute(async (trx) => {
    // Requests of one person at the same time are counted one after another.
    const person = JSON.stringify([actorId, actorName]);
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`field-sync secrets ${person}`}, 0))`.execute(
      trx,
    );
    const { count } = await trx
      .selectFrom('audit_events')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('event', 'like', '%.secret_shown')
      .where('actor_id', 'is not distinct from', actorId)
      .where('actor_name', 'is not distinct from', actorName)
      .where('at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    if (count >= MAX_SHOWN_AN_HOUR) throw tooManyShown();
    await recordAudit(trx, record);
  });
}

function tooManyShown(): AppError {
  return new AppError({
    kind: 'too_many',
    code: 'field_sync.too_many_secrets',
    message: `You were shown ${MAX_SHOWN_AN_HOUR} passwords within an hour. Try again later.`,
  });
}
