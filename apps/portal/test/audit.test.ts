import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const page = async (query: Record<string, string | number> = {}) =>
  (await portal.as(admin).get('/api/admin/audit').query(query)).body;

describe('the audit', () => {
  test('GET /api/admin/audit returns actor, address and request of each change', async () => {
    const api = () => portal.as(admin);
    const made = await api()
      .post('/api/admin/users')
      .set('X-Request-Id', 'request-4711')
      .set('X-Forwarded-For', '203.0.113.5')
      .send({ username: 'newcomer', password: 'secret of newcomer' });
    const group = (await api().post('/api/admin/groups').send({ name: 'G' })).body.id;
    const resource = await portal.addResource();
    await api().put(`/api/admin/users/${made.body.id}`).send({ email: 'n@example.org' });
    await api().post(`/api/admin/users/${made.body.id}/password`).send({ password: 'other secret' });
    await api().put(`/api/admin/groups/${group}`).send({ name: 'H' });
    await api().post(`/api/admin/groups/${group}/users`).send({ user_id: made.body.id });
    await api().delete(`/api/admin/groups/${group}/users/${made.body.id}`);
    await api()
      .put(`/api/admin/resources/${resource}/permissions`)
      .send({ visibility: 'public', matrix: [] });
    const grant = { resource_id: resource, group_id: group, permission: 'view' };
    const permission = (await api().post('/api/admin/permissions').send(grant)).body.id;
    await api().delete(`/api/admin/permissions/${permission}`);
    await api().delete(`/api/admin/groups/${group}`);
    const card = (
      await api().post('/api/admin/portal/cards').send({ title: 'C', card_type: 'map', url: '/' })
    ).body.id;
    await api().put(`/api/admin/portal/cards/${card}`).send({ title: 'D', card_type: 'map', url: '/' });
    await api()
      .post('/api/admin/portal/cards/reorder')
      .send([{ id: card, sort_order: 1 }]);
    await api().delete(`/api/admin/portal/cards/${card}`);
    const token = (await api().post('/api/me/tokens').send({ name: 'T' })).body;
    await api().delete(`/api/me/tokens/${token.token.id}`);

    const { items } = await page({ limit: 200 });
    expect(items.map((item: { event: string }) => item.event)).toEqual([
      'token.revoked',
      'token.minted',
      'card.deleted',
      'cards.reordered',
      'card.updated',
      'card.created',
      'group.deleted',
      'permission.revoked',
      'permission.granted',
      'permissions.replaced',
      'group.member_removed',
      'group.member_added',
      'group.updated',
      'password.reset',
      'user.updated',
      'group.created',
      'user.created',
    ]);
    expect(items.at(-1)).toMatchObject({
      event: 'user.created',
      actor_id: admin.id,
      actor_name: 'root',
      subject_type: 'user',
      subject_id: String(made.body.id),
      subject_name: 'newcomer',
      ip: '203.0.113.5',
      request_id: 'request-4711',
    });
    expect(JSON.stringify(items)).not.toMatch(/secret of newcomer|other secret/);
    expect(JSON.stringify(items)).not.toContain(token.secret.slice(16));
  });

  test('GET /api/admin/audit returns sign-ins, failed ones and sign-outs, without unknown usernames', async () => {
    const user = await portal.addUser({ username: 'ines' });
    const login = (fields: object) => portal.as().post('/login').type('form').send(fields);
    await login({ username: 'my-password-in-the-wrong-field', password: 'x' });
    await login({ username: 'ines', password: 'wrong' });
    await login({ username: 'ines', password: PASSWORD });
    await portal.as(user).post('/logout');
    const { items } = await page({ limit: 4 });
    expect(
      items.map(
        (item: { event: string; subject_name: string | null }) => `${item.event} ${item.subject_name}`,
      ),
    ).toEqual([
      'session.signed_out ines',
      'session.signed_in ines',
      'session.sign_in_failed ines',
      'session.sign_in_failed null',
    ]);
    expect(JSON.stringify(items)).not.toContain('my-password');
    expect((await page({ actor: 'ines' })).items).toHaveLength(2);
  });

  test('GET /api/admin/audit returns stable pages while events are added', async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const body: { items: { id: number }[]; next_cursor: string | null } = await page({
        limit: 5,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...body.items.map((item) => item.id));
      cursor = body.next_cursor;
      await portal
        .as(admin)
        .post('/api/admin/groups')
        .send({ name: `while paging ${seen.length}` });
    } while (cursor);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen.at(-1)).toBe(1);
  });

  test('GET /api/admin/audit filters by event, text and time, and returns all event types', async () => {
    const { items, events } = await page({ event: 'user.created' });
    expect(items.every((item: { event: string }) => item.event === 'user.created')).toBe(true);
    expect(events).toContain('permissions.replaced');
    expect((await page({ search: 'NEWCOMER' })).items.length).toBeGreaterThan(0);
    expect((await page({ search: 'x%' })).items).toEqual([]);
    expect((await page({ since: new Date(Date.now() + 60_000).toISOString() })).items).toEqual([]);
    expect((await page({ until: '2001-01-01T00:00:00Z' })).items).toEqual([]);
  });

  test.each([
    'cursor=x',
    'cursor=-1',
    'limit=0',
    'limit=201',
    'limit=x',
    'since=yesterday',
    'until=2016-12-31T23:59:60Z',
  ])('GET /api/admin/audit returns 400 to %s', async (query) => {
    expect((await portal.as(admin).get(`/api/admin/audit?${query}`)).status).toBe(400);
  });

  test.each([
    'UPDATE audit_events SET event = $1',
    'DELETE FROM audit_events WHERE event = $1',
    'TRUNCATE audit_events',
  ])('the table of events rejects: %s', async (statement) => {
    const values = statement.includes('$1') ? ['x'] : [];
    await expect(portal.rows(statement, values)).rejects.toThrow('append-only');
  });
});
