import { expect } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { postAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import type { TestFieldSync } from './test-app.ts';

interface TestForm {
  path: string;
  table: string;
  /** Of a form that creates an entry, but for its name. */
  fields: () => ActionFields;
}

/** The actions of one form as one person sends them, with the rows and the audit events that they write. */
export function formActions(
  session: () => { app: TestFieldSync; person: Person },
  { path, table, fields }: TestForm,
) {
  const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
    (await session().app.admin.query(text, values)).rows;
  const post = (sent: ActionFields) => postAction(session().app, session().person, { path, fields: sent });
  const rows = () => query(`SELECT * FROM field_sync.${table} ORDER BY id`);

  return {
    ...{ query, post, rows },
    async create(name: string, more: ActionFields = {}): Promise<number> {
      const body = await post({ ...fields(), name, ...more });
      expect(body).toMatchObject({ success: true, id: expect.any(Number) });
      return body.id;
    },
    rowOf: async (id: number) => (await rows()).find((row) => row.id === id),
    events: (id: number) =>
      query(`SELECT * FROM field_sync.audit_events WHERE object_id = $1 AND event LIKE $2 ORDER BY id`, [
        id,
        `${table.slice(0, -1)}.%`,
      ]),
  };
}
