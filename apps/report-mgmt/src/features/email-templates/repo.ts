import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface EmailTemplate {
  id: number;
  name: string;
  subject: string;
  body: string;
  /** How many schedules use it. */
  schedules: number;
  updatedAt: Date;
}

export type TemplateFields = Pick<EmailTemplate, 'name' | 'subject' | 'body'>;

export function listTemplates(db: Db): Promise<EmailTemplate[]> {
  return selectTemplates(db)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute();
}

export async function findTemplate(db: Db, id: number): Promise<EmailTemplate | null> {
  return (await selectTemplates(db).where('t.id', '=', id).executeTakeFirst()) ?? null;
}

function selectTemplates(db: Db) {
  return db
    .selectFrom('email_templates as t')
    .select(['t.id', 't.name', 't.subject', 't.body', 't.updated_at as updatedAt'])
    .select((eb) =>
      eb
        .selectFrom('schedules as s')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('s.template_id', '=', 't.id')
        .$asScalar()
        .as('schedules'),
    )
    .$narrowType<{ schedules: number }>();
}

export async function insertTemplate(db: Db, fields: TemplateFields): Promise<number> {
  const { id } = await db
    .insertInto('email_templates')
    .values(fields)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False where there is no such template. */
export async function updateTemplate(db: Db, id: number, fields: TemplateFields): Promise<boolean> {
  const result = await db
    .updateTable('email_templates')
    .set({ ...fields, revision: sql`revision + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns the name of the deleted template; null without one of this id. Its schedules send the default mail from then on. */
export async function deleteTemplate(db: Db, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('email_templates')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
