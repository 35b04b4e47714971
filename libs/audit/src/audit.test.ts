import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '@cairn/db';
import type { Database } from '@cairn/db';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { sql } from 'kysely';
import { auditRoutes, createAuditTable, findAuditEvents, recordAudit } from './index.ts';

const role = 'vault';
const cause = { actorId: 7, actorName: 'ada', ip: '203.0.113.5', requestId: 'request-1' };
const mainStreet = { road_id: 12, subject: 'Main Street' };

let testDatabase: TestDatabase;
let database: Database<any>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const url = testDatabase.url(role);
  database = createDatabase<any>({ url, schema: role, applicationName: 'audit-test', max: 2 });
  await createAuditTable(database.db, 'road_id');
  await recordAudit(database.db, {
    event: 'road.closed',
    cause,
    columns: mainStreet,
    details: { reason: 'flood' },
  });
  await recordAudit(database.db, {
    event: 'road.opened',
    cause: { actorId: 8, actorName: 'bob' },
    columns: { road_id: 13, subject: 'Broadway' },
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const names = async (filter: object = {}) =>
  (await findAuditEvents(database.db, { limit: 10, ...filter })).map(({ event }) => event);

test('recordAudit saves actor, address, request, object and details', async () => {
  const [event] = await findAuditEvents(database.db, { limit: 1, event: 'road.closed' });
  expect(event).toEqual({
    id: 1,
    at: expect.any(Date),
    event: 'road.closed',
    actor_id: 7,
    actor_name: 'ada',
    ...mainStreet,
    ip: '203.0.113.5',
    request_id: 'request-1',
    details: { reason: 'flood' },
  });
});

test('recordAudit saves nothing when the transaction of the change is rolled back', async () => {
  const change = database.db.transaction().execute(async (trx) => {
    await recordAudit(trx, { event: 'road.lost', cause, columns: mainStreet });
    throw new Error('rolled back');
  });
  await expect(change).rejects.toThrow('rolled back');
  expect(await names()).toEqual(['road.opened', 'road.closed']);
});

test.each([`UPDATE audit_events SET event = 'other'`, 'DELETE FROM audit_events', 'TRUNCATE audit_events'])(
  'the table rejects %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('append-only');
  },
);

test('findAuditEvents filters by event, actor, time and columns of the service', async () => {
  expect(await names({ event: 'road.closed' })).toEqual(['road.closed']);
  expect(await names({ actor: 'bob' })).toEqual(['road.opened']);
  expect(await names({ where: sql`subject = 'Broadway'` })).toEqual(['road.opened']);
  expect(await names({ until: new Date('2001-01-01') })).toEqual([]);
  expect(await names({ since: new Date('2001-01-01') })).toHaveLength(2);
});

test('listAudit returns the events of a page, without addresses, also of one object', async () => {
  const { listAudit } = auditRoutes({ db: database.db, idColumn: 'road_id' });
  const { items } = await listAudit({ query: { limit: 1 } });
  expect(items).toEqual([
    {
      id: 2,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      event: 'road.opened',
      actor_id: 8,
      actor_name: 'bob',
      road_id: 13,
      subject: 'Broadway',
      details: {},
    },
  ]);
  expect((await listAudit({ query: { before: 2 } })).items).toMatchObject([{ id: 1 }]);
  expect((await listAudit({ query: { road_id: 12 } })).items).toMatchObject([{ id: 1 }]);
});
