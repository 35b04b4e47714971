import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hang, listing, startDownstream, status, text } from './downstream.ts';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal({ catalogDeadlineMs: 300 });
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const service = { display_name: 'Dataset vault', discovery_url: 'http://127.0.0.1:8883/api/discovery' };

describe('restarts', () => {
  test('GET /api/admin/portal/restarts returns the restarts that the supervisor recorded, and an empty list without a supervisor', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-restarts-'));
    const restartsFile = join(folder, 'restarts.json');
    const supervised = await startTestPortal({ restartsFile });
    try {
      const root = await supervised.addUser({ username: 'root', admin: true });
      const list = () => supervised.as(root).get('/api/admin/portal/restarts');
      expect((await list()).body).toEqual({ items: [], total: 0 });
      const items = [{ part: 'Redis', reason: 'was ended by SIGKILL', restarted_at: '2026-11-22T12:00:00Z' }];
      await writeFile(restartsFile, JSON.stringify(items));
      expect((await list()).body).toEqual({ items, total: 1 });
    } finally {
      await supervised.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('services that the caller may view', () => {
  test('GET /api/services returns services to everyone with view, without their addresses', async () => {
    const [inside, outside] = [await portal.addUser(), await portal.addUser()];
    const group = await portal.addGroup();
    await portal.join(group, inside.id);
    await portal
      .as({ service: 'open' })
      .put('/internal/services/open')
      .send({ ...service, display_name: 'Open' });
    await portal
      .as({ service: 'closed' })
      .put('/internal/services/closed')
      .send({ ...service, display_name: 'Closed' });
    const { body } = await portal.as(admin).get('/api/admin/resources').query({ service: 'closed' });
    const matrix = { visibility: 'restricted', matrix: [{ group_id: group, view: true }] };
    await portal.as(admin).put(`/api/admin/resources/${body.items[0].id}/permissions`).send(matrix);
    const seen = async (who: { cookie?: string }) => {
      const answer = await portal.as(who).get('/api/services');
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('discovery');
      const keys = answer.body.items.map((item: { service_key: string }) => item.service_key);
      return keys;
    };
    expect(await seen({})).toEqual(['open']);
    expect(await seen(outside)).toEqual(['open']);
    expect(await seen(inside)).toEqual(['closed', 'open']);
    expect(await seen(admin)).toEqual(['closed', 'open']);
  });

  test('GET /api/services returns the permissions of the caller: view, edit, admin', async () => {
    const [reader, editor] = [await portal.addUser(), await portal.addUser()];
    const group = await portal.addGroup();
    await portal.join(group, editor.id);
    await portal
      .as({ service: 'shared' })
      .put('/internal/services/shared')
      .send({ ...service, display_name: 'Shared' });
    const { body } = await portal.as(admin).get('/api/admin/resources').query({ service: 'shared' });
    const matrix = { visibility: 'public', matrix: [{ group_id: group, view: true, edit: true }] };
    await portal.as(admin).put(`/api/admin/resources/${body.items[0].id}/permissions`).send(matrix);
    const may = async (who: { cookie?: string }) => {
      const { body } = await portal.as(who).get('/api/services');
      return body.items.find((item: { service_key: string }) => item.service_key === 'shared').permissions;
    };
    expect(await may({})).toEqual({ view: true, edit: false, admin: false });
    expect(await may(reader)).toEqual({ view: true, edit: false, admin: false });
    expect(await may(editor)).toEqual({ view: true, edit: true, admin: false });
    expect(await may(admin)).toEqual({ view: true, edit: true, admin: true });
  });
});

describe('live discovery', () => {
  const discover = (key: string) => portal.as(admin).get(`/api/admin/portal/services/${key}/resources`);

  test('GET /api/admin/portal/services/{service_key}/resources returns the listing of a service, and 502 when it does not respond', async () => {
    const downstream = await startDownstream(listing({ name: 'roads', count: 3, type: 'map' }));
    await portal
      .as({ service: 'maps' })
      .put('/internal/services/maps')
      .send({ display_name: 'Maps', discovery_url: downstream.url });
    const { status: code, body } = await discover('maps');
    expect(code).toBe(200);
    expect(body).toMatchObject({ service: 'maps', resource_type: 'map', total: 3 });
    expect(body.items[0]).toMatchObject({ id: 'roads-0', title: 'roads 0', url: '/roads/0' });
    expect(Math.abs(Date.parse(body.fetched_at) - Date.now())).toBeLessThan(10_000);
    expect(downstream.requests[0]?.headers.cookie).toBe(admin.cookie);

    const failures = [status(500), status(401), text('no json'), hang];
    for (const failure of failures) {
      downstream.answerWith(failure);
      const answer = await discover('maps');
      expect(answer.status).toBe(502);
      expect(answer.body.error).toMatch(/Maps/);
    }
    await downstream.stop();
    expect((await discover('maps')).status).toBe(502);
  });

  test('GET /api/admin/portal/services/{service_key}/resources returns 404 for a service that is not registered', async () => {
    const { status: code, body } = await discover('nowhere');
    expect(code).toBe(404);
    expect(body.error).toMatch(/nowhere/);
  });
});
