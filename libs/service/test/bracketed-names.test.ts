import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { parseContract } from '@cairn/contracts/parse';
import { createLogger, createServiceApp } from '../src/index.ts';
import type { Handlers } from '../src/index.ts';
import { config, guard } from './fixture/items-app.ts';

const SHOWN = `
      responses:
        '200':
          description: What arrived
          content: { application/json: { schema: { type: object, additionalProperties: true } } }`;
const CONTRACT = `
openapi: 3.1.0
info: { title: Projects, version: 1.0.0 }
paths:
  /save:
    post:
      operationId: saveProject
      x-access: { user: none }
      parameters: [{ name: 'tags[]', in: query, schema: { type: array, items: { type: string } } }]
      requestBody:
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Project' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Project' } }${SHOWN}
  /rows:
    post:
      operationId: loadRows
      x-access: { user: none }
      x-open-form: true
      requestBody:
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Rows' } }${SHOWN}
components:
  schemas:
    Project:
      type: object
      properties:
        name: { type: string }
        'rsync_ids[]': { type: array, items: { type: integer, minimum: 1 } }
    Rows:
      type: object
      properties: { draw: { type: integer } }
      patternProperties:
        '^columns\\[\\d{1,3}\\]\\[(data|search)\\](\\[value\\])?$': { type: string }
        '^order\\[\\d{1,2}\\]\\[column\\]$': { type: integer, minimum: 0 }
`;

type Shown = { responses: { 200: { content: { 'application/json': Record<string, unknown> } } } };
type Form<Fields> = { requestBody: { content: { 'application/x-www-form-urlencoded': Fields } } };
interface Operations {
  saveProject: Shown &
    Form<{ name?: string; 'rsync_ids[]'?: number[] }> & { parameters: { query?: { 'tags[]'?: string[] } } };
  loadRows: Shown & Form<{ draw?: number } & Record<string, unknown>>;
}

function projectsApp(contract = CONTRACT) {
  const handlers: Handlers<Operations> = {
    saveProject: ({ body, query }) => ({ ids: body['rsync_ids[]'], name: body.name, tags: query['tags[]'] }),
    loadRows: ({ body, openForm }) => ({ body, open: { ...openForm } }),
  };
  return createServiceApp<Operations>({
    ...{ service: 'projects', contract: parseContract(contract), handlers, guard, config },
    logger: createLogger({ service: 'projects', level: 'silent' }),
    ready: () => ({}),
  });
}

const app = projectsApp();
const post = (path: string, text: string) => request(app).post(path).type('form').send(text);

async function postMultipart(path: string, fields: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const body = new Response(form);
  const bytes = Buffer.from(await body.arrayBuffer());
  return request(app).post(path).type(body.headers.get('content-type')!).send(bytes.toString());
}

describe('a name with brackets that the contract declares', () => {
  test('reaches the handler from a form and from the query with all its values', async () => {
    const { body } = await post('/save?tags%5B%5D=a&tags[]=b', 'rsync_ids%5B%5D=3&rsync_ids[]=1&name=Lakes');
    expect(body).toEqual({ ids: [3, 1], name: 'Lakes', tags: ['a', 'b'] });
  });

  test('reaches the handler from a multipart form', async () => {
    const { body } = await postMultipart('/save', [
      ['rsync_ids[]', '3'],
      ['rsync_ids[]', '1'],
    ]);
    expect(body).toEqual({ ids: [3, 1] });
  });

  test('is checked like any other', async () => {
    const { status, body } = await post('/save', 'rsync_ids[]=0');
    expect([status, body.error]).toEqual([400, expect.stringContaining('"rsync_ids[]"')]);
  });

  test('reaches the handler when it fits a pattern, converted and apart from open names', async () => {
    const { body } = await post(
      '/rows',
      'draw=2&columns[0][data]=name&columns[12][search][value]=a%26b&order[0][column]=1&extra=x',
    );
    expect(body).toEqual({
      body: {
        draw: 2,
        'columns[0][data]': 'name',
        'columns[12][search][value]': 'a&b',
        'order[0][column]': 1,
      },
      open: { extra: ['x'] },
    });
  });

  test.each(['order[0][column]=x', 'order[0][column]=-1', 'order[0][column]=1&order[0][column]=2'])(
    'is refused with 400 when it fits a pattern, but not its schema: %s',
    async (text) => {
      expect((await post('/rows', text)).status).toBe(400);
    },
  );
});

describe('any other name with brackets is refused with 400', () => {
  test.each([
    ['/save', 'rsync_ids[0]=1'],
    ['/save', 'rsync_ids[][]=1'],
    ['/save', 'tags[]=a'],
    ['/save?rsync_ids[]=1', ''],
    ['/save', 'columns[0][data]=a'],
    ['/save', 'name]=a'],
    ['/rows', 'columns[1000][data]=a'],
    ['/rows', 'columns[0][constructor]=a'],
    ['/rows', 'columns[__proto__]=a'],
    ['/rows', 'columns[0][data][__proto__]=a'],
    ['/rows', 'columns[0][data]%0A=a'],
    ['/rows', 'rsync_ids[]=1'],
  ])('%s %s', async (path, text) => {
    const { status, body } = await post(path, text);
    expect([status, body.error]).toEqual([400, expect.stringContaining('not allowed')]);
  });

  test('also in a multipart form', async () => {
    expect((await postMultipart('/save', [['rsync_ids[0]', '1']])).status).toBe(400);
    expect((await postMultipart('/save', [['rsync_ids[__proto__]', '1']])).status).toBe(400);
  });

  test('also a prototype name that a pattern would allow', async () => {
    const open = projectsApp(CONTRACT.replace('(data|search)', '[a-z_]+'));
    const { status } = await request(open).post('/rows').type('form').send('columns[0][__proto__]=a');
    expect(status).toBe(400);
  });
});

test('a pattern of names without its ends keeps the service from starting', () => {
  expect(() => projectsApp(CONTRACT.replace("'^order", "'order"))).toThrow(
    /must begin with \^ and end with \$/,
  );
});
