import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '@cairn/contracts';
import { contractRoutes, named } from '@cairn/testing';
import type { ContractRoute, Person } from '@cairn/testing';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const PREFIX = '/admin/action/';
const actions = contractRoutes('field-sync').filter(
  ({ method, path, needs }) => method === 'POST' && path.startsWith(PREFIX) && needs.admin,
);

let app: TestFieldSync;
let boss: Person;
let worker: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  worker = await app.signUp({ username: 'will', service: 'admin' });
});
afterAll(() => app.close());

/** Names of the fields of a form, and those of them that decide what it does. */
function fieldsOf({ operation }: ContractRoute): { fields: string[]; deciding: string[] } {
  const content = (operation.requestBody as { content: Record<string, { schema: { $ref: string } }> })
    .content;
  const { $ref } = content['application/x-www-form-urlencoded']!.schema;
  const schemas = loadContract('field-sync').components!.schemas as Record<string, any>;
  const fields = Object.keys(schemas[$ref.split('/').at(-1)!].properties);
  const decides =
    /^(save|set|delete|pwd_vis|conn_info|excludes|op|start|stop|log|list_.*|project_info|.*_info|create_.*)$/;
  return { fields, deciding: fields.filter((field) => decides.test(field)) };
}

const changes = async () =>
  (await app.admin.query('SELECT count(*)::integer AS n FROM field_sync.audit_events')).rows[0].n as number;

test('the contract has form actions for administrators', () => {
  expect(actions.map(({ path }) => path)).toContain('/admin/action/server.php');
});

test.each(named(actions))(
  '%s does nothing for visitors and for people who do not administer',
  async (_name, route) => {
    const before = await changes();
    const fields = Object.fromEntries(fieldsOf(route).fields.map((field) => [field, '1']));
    const path = route.path.slice(PREFIX.length);
    for (const [person, statuses] of [
      [null, [401, 303]],
      [worker, [403]],
    ] as const) {
      const answer = await sendAction(app, person, { path, fields });
      expect(statuses).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('"success":true');
    }
    const foreign = { origin: 'https://evil.example' };
    const answer = await sendAction(app, boss, { path, fields, headers: foreign });
    expect([answer.status, answer.body.success]).toEqual([403, false]);
    expect(await changes()).toBe(before);
  },
);

test.each(named(actions))('%s takes no other method', async (_name, route) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const { status } = await app.ask(boss, { method, path: `${route.path}?pwd_vis=1&id=1` });
    expect([404, 405]).toContain(status);
  }
});

test.each(named(actions))(
  '%s answers hostile values of each of its fields with a sentence',
  async (_name, route) => {
    const path = route.path.slice(PREFIX.length);
    const { fields, deciding } = fieldsOf(route);
    const values = ['x'.repeat(10_000), 'a\u0007\r\nb\u2028', "__proto__'; DROP TABLE x;--\\"];
    for (const action of deciding) {
      const forms = fields.flatMap((field) =>
        values.map((value): ActionFields => ({ [action]: '1', id: '1', [field]: value })),
      );
      const answers = await Promise.all(forms.map((form) => sendAction(app, boss, { path, fields: form })));
      const faulty = answers.flatMap(({ status }, at) =>
        status === 200 || status === 302 ? [] : [{ status, form: forms[at] }],
      );
      expect(faulty).toEqual([]);
    }
  },
);
