import { expect, test } from '@jest/globals';
import request from 'supertest';
import { parseContract } from '@cairn/contracts/parse';
import { createLogger, createServiceApp, forbidden } from '../src/index.ts';
import type { AnswerRefusal, Handlers, Refusal } from '../src/index.ts';
import { config, guard } from './fixture/items-app.ts';

const CONTRACT = `
openapi: 3.1.0
info: { title: Rooms, version: 1.0.0 }
paths:
  /rooms:
    get:
      operationId: listRooms
      x-page: true
      x-access: { admin: true }
      responses:
        '200': { description: The page, content: { text/html: {} } }
        '302': { description: To the sign-in page }
        '403': { description: Refused, content: { text/html: {} } }
  /action/room:
    post:
      operationId: saveRoom
      x-errors: action
      x-access: { admin: true }
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses:
        '200': { description: Saved, content: { application/json: {} } }
        '403': { description: Refused, content: { application/json: {} } }
  /own:
    get:
      operationId: getOwn
      x-access: { user: required }
      responses:
        '200': { description: Found, content: { application/json: {} } }
        '403': { description: Refused, content: { application/json: {} } }
`;

type Answer = { responses: { 200: { content: { 'application/json': object } } } };
type Page = { responses: { 200: { content: { 'text/html': string } } } };
interface Operations {
  listRooms: Page;
  saveRoom: Answer;
  getOwn: Answer;
}

function roomsApp(answerRefusal: AnswerRefusal) {
  const handlers: Handlers<Operations> = {
    listRooms: () => '<h1>Rooms</h1>',
    saveRoom: () => ({ success: true }),
    getOwn: () => {
      throw forbidden('rooms.not_yours', 'This room is not yours.');
    },
  };
  return createServiceApp<Operations>({
    ...{ service: 'rooms', contract: parseContract(CONTRACT), handlers, guard, answerRefusal },
    config: { ...config, basePath: '/hotel' },
    logger: createLogger({ service: 'rooms', level: 'silent' }),
    ready: () => ({}),
  });
}

test('a service is asked about a refused request, and sends the browser to a sign-in page of its own', async () => {
  const refusals: Refusal[] = [];
  const app = roomsApp((refusal) => {
    refusals.push(refusal);
    return { status: 302, redirect: `${refusal.call.basePath}/login.php` };
  });
  const { status, headers, text } = await request(app).get('/hotel/rooms?tab=1');
  expect([status, headers.location, text]).toEqual([302, '/hotel/login.php', '']);
  expect(headers['cache-control']).toBe('no-store');
  expect(refusals).toMatchObject([
    { status: 401, operation: { id: 'listRooms', isPage: true }, path: '/rooms', query: 'tab=1' },
  ]);
});

test('a service answers with another status, in the form of the operation or in another', async () => {
  const app = roomsApp(({ status }) => (status === 401 ? { status: 200 } : { status, errors: 'html' }));
  const post = (cookie: string) => request(app).post('/action/room').set('Cookie', cookie);
  const nobody = await post('');
  expect([nobody.status, nobody.body]).toEqual([200, { success: false, message: expect.any(String) }]);
  const ann = await post('sid=ann');
  expect([ann.status, ann.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect((await post('sid=root')).body).toEqual({ success: true });
});

test('a refusal is answered as usual when the service says nothing of it', async () => {
  const app = roomsApp(() => null);
  const page = await request(app).get('/rooms');
  expect([page.status, page.headers.location]).toEqual([303, '/login?next=%2Fhotel%2Frooms']);
  const action = await request(app).post('/action/room');
  expect([action.status, action.body.success]).toEqual([401, false]);
});

test('a service is not asked about errors of handlers, unknown paths and writes of other sites', async () => {
  const app = roomsApp(() => ({ status: 200 }));
  const own = await request(app).get('/own').set('Cookie', 'sid=ann');
  expect([own.status, own.body]).toEqual([403, { error: 'This room is not yours.' }]);
  expect((await request(app).get('/nowhere')).status).toBe(404);
  const foreign = await request(app).post('/action/room').set('Origin', 'https://evil.example');
  expect(foreign.status).toBe(403);
});

test('an answer with a status that the contract does not declare fails in tests', async () => {
  const app = roomsApp(() => ({ status: 418 }));
  expect((await request(app).get('/own')).status).toBe(500);
  const elsewhere = roomsApp(() => ({ status: 303, redirect: '/login' }));
  expect((await request(elsewhere).get('/rooms')).status).toBe(500);
});
