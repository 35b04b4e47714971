import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { MailSource } from './types.ts';

const NO_PLAN = { recipients: [], subject: '', body: '', template_id: null, attach: 'auto' as const };

/** Everything that a mail says; null for a mail that is not there. */
export async function findMail(db: Db, id: string): Promise<MailSource | null> {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('executions as e', 'e.id', 'd.execution_id')
    .leftJoin('recipients as r', (join) => join.on(sql`lower(r.email)`, '=', sql`lower(d.address)`))
    .leftJoin('email_templates as t', (join) =>
      join.on('t.id', '=', sql`(e.delivery ->> 'template_id')::integer`),
    )
    .leftJoin('schedules as s', (join) => join.onRef('s.id', '=', 'e.schedule_id').on('s.enabled', '=', true))
    .selectAll('e')
    .select(['d.id as delivery_id', 'd.address', 'd.purpose', 'd.status as delivery_status', 'd.attempts'])
    .select(['d.next_attempt_at', 'r.name as recipient_name', 's.next_run_at'])
    .select(['t.id as template', 't.subject as template_subject', 't.body as template_body'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    delivery: {
      id: row.delivery_id,
      executionId: row.id,
      isTest: row.trigger === 'test',
      address: row.address,
      purpose: row.purpose,
      status: row.delivery_status,
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at,
    },
    recipientName: row.recipient_name ?? '',
    plan: row.delivery ?? NO_PLAN,
    template:
      row.template === null ? null : { subject: row.template_subject ?? '', body: row.template_body ?? '' },
    reportKey: row.report_key,
    reportTitle: row.report_title || row.report_key,
    requestedBy: row.requested_by,
    parameters: row.parameters,
    slot: row.slot ?? row.created_at,
    timeZone: row.time_zone,
    rows: row.rows,
    pages: row.pages,
    error: row.error,
    output:
      row.output_object === null || row.output_expires_at === null
        ? null
        : {
            object: row.output_object,
            name: row.output_name ?? 'report',
            mime: row.output_mime ?? 'application/octet-stream',
            bytes: row.output_bytes ?? 0,
            expiresAt: row.output_expires_at,
          },
    nextRun: row.next_run_at,
  };
}
