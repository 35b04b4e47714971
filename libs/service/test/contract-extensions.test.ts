import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { Edition } from '@cairn/contracts';
import { parseContract } from '@cairn/contracts/parse';
import { createLogger, createServiceApp } from '../src/index.ts';
import type { Handlers } from '../src/index.ts';
import { config, guard } from './fixture/items-app.ts';

interface Shown {
  declared: object;
  open: Record<string, string[]>;
}
type ShownAs<Body> = { responses: { 200: { content: { 'application/json': Body } } } };
interface ReportOperations {
  runReport: ShownAs<Shown> & { parameters: { query?: { name?: string } } };
  postReport: ShownAs<Shown> & {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': { name?: string };
        'multipart/form-data': { name?: string };
      };
    };
  };
  closedReport: ShownAs<Shown>;
  listCharts: ShownAs<Shown>;
}

const SHOWN = `
      responses:
        '200':
          description: What arrived
          content: { application/json: { schema: { type: object, additionalProperties: true } } }`;
const CONTRACT = `
openapi: 3.1.0
info: { title: Reports, version: 1.0.0 }
paths:
  /run:
    get:
      operationId: runReport
      x-access: { user: none }
      x-open-query: true
      parameters: [{ name: name, in: query, schema: { type: string } }]${SHOWN}
    post:
      operationId: postReport
      x-access: { user: none }
      x-open-form: true
      requestBody:
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Form' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Form' } }${SHOWN}
  /closed:
    get:
      operationId: closedReport
      x-access: { user: none }${SHOWN}
  /charts:
    get:
      operationId: listCharts
      x-edition: professional
      x-error-fields: { ok: false, service: reports }
      x-access: { user: none }${SHOWN}
components:
  schemas:
    Form: { type: object, properties: { name: { type: string } } }
`;

const show = (declared: object, open: Readonly<Record<string, string[]>>) => ({
  declared,
  open: { ...open },
});

function reportsApp(edition?: Edition, contract = CONTRACT) {
  const handlers: Handlers<ReportOperations> = {
    runReport: ({ query, openQuery }) => show(query, openQuery),
    postReport: ({ body, openForm }) => show(body, openForm),
    closedReport: ({ query, openQuery }) => show(query, openQuery),
    listCharts: ({ query, openQuery }) => show(query, openQuery),
  };
  return createServiceApp<ReportOperations>({
    service: 'reports',
    contract: parseContract(contract),
    handlers,
    guard,
    config,
    logger: createLogger({ service: 'reports', level: 'silent' }),
    ready: () => ({}),
    ...(edition ? { edition } : {}),
  });
}

const app = reportsApp();
const post = (text: string) => request(app).post('/run').type('form').send(text);

describe('x-open-query and x-open-form', () => {
  test('GET passes undeclared names with every value in order, and declared ones apart', async () => {
    const { body } = await request(app).get('/run?region=a&name=sales&region=b&_size=&x');
    expect(body).toEqual({
      declared: { name: 'sales' },
      open: { region: ['a', 'b'], _size: [''], x: [''] },
    });
  });

  test('POST passes the undeclared names of a form, and keeps the query out', async () => {
    const { body } = await post('region=a+b&name=sales&region=%C3%A9');
    expect(body).toEqual({ declared: { name: 'sales' }, open: { region: ['a b', 'é'] } });
  });

  test('GET without x-open-query drops undeclared names', async () => {
    expect((await request(app).get('/closed?region=a')).body).toEqual({ declared: {}, open: {} });
  });

  test('names of object members are only data, and prototype names are refused with 400', async () => {
    const { body } = await request(app).get('/run?toString=1&hasOwnProperty=2');
    expect(body.open).toEqual({ toString: ['1'], hasOwnProperty: ['2'] });
    for (const name of ['__proto__', 'constructor', '__proto__[x]', '%5F_proto__']) {
      expect((await request(app).get(`/run?${name}=1`)).status).toBe(400);
    }
  });

  test.each([
    ['200 names', 200, manyNames(200)],
    ['201 names', 400, manyNames(201)],
    ['64 KiB', 200, `a=${'x'.repeat(64 * 1024 - 1)}`],
    ['more than 64 KiB', 400, `a=${'x'.repeat(64 * 1024)}`],
    ['1001 values', 400, 'a=1&'.repeat(1001)],
  ])('POST with %s is answered %i', async (_what, status, text) => {
    expect((await post(text)).status).toBe(status);
  });
});

describe('a form that may be urlencoded or multipart', () => {
  const send = (form: FormData) => {
    const body = new Response(form);
    return body
      .arrayBuffer()
      .then((bytes) =>
        request(app).post('/run').type(body.headers.get('content-type')!).send(Buffer.from(bytes).toString()),
      );
  };
  const formOf = (...fields: [string, string | Blob][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };

  test('POST of a multipart form passes the same fields as of an urlencoded one', async () => {
    const { body } = await send(formOf(['region', 'a b'], ['name', 'sales\nof é'], ['region', '']));
    expect(body).toEqual({ declared: { name: 'sales\r\nof é' }, open: { region: ['a b', ''] } });
  });

  test.each([
    ['a file', formOf(['name', new Blob(['x'])])],
    ['a prototype name', formOf(['__proto__', '1'])],
    ['a NUL character', formOf(['name', 'a\0b'])],
    ['1001 values', formOf(...Array.from({ length: 1001 }, (): [string, string] => ['a', '1']))],
  ])('POST of a multipart form with %s is refused', async (_what, form) => {
    expect((await send(form)).status).toBeGreaterThanOrEqual(400);
  });

  test('POST of a multipart form that is cut is answered 400', async () => {
    const cut = request(app).post('/run').type('multipart/form-data; boundary=x');
    expect((await cut.send('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv')).status).toBe(400);
  });
});

function manyNames(count: number): string {
  return Array.from({ length: count }, (_each, index) => `n${index}=1`).join('&');
}

describe('x-edition', () => {
  const paths = async (edition?: Edition) =>
    Object.keys((await request(reportsApp(edition)).get('/openapi.json')).body.paths as object);

  test('an operation of another edition is 404 like an unknown path, and absent from /openapi.json', async () => {
    const open = reportsApp('open');
    const [left, unknown] = [await request(open).get('/charts'), await request(open).get('/nowhere')];
    expect([left.status, left.body]).toEqual([404, unknown.body]);
    expect((await request(open).get('/closed')).status).toBe(200);
    expect(await paths('open')).toEqual(['/run', '/closed']);
  });

  test('its own edition has the operation, and so has a service without editions', async () => {
    expect((await request(reportsApp('professional')).get('/charts')).status).toBe(200);
    expect((await request(app).get('/charts')).status).toBe(200);
    expect(await paths('professional')).toContain('/charts');
  });

  test('an unknown edition keeps the service from starting', () => {
    expect(() => reportsApp('open', CONTRACT.replace('professional', 'gold'))).toThrow(
      'listCharts: there is no edition "gold"',
    );
  });
});

test('x-error-fields adds members to the JSON errors of an operation, and to no others', async () => {
  const failing = CONTRACT.replaceAll('x-access: { user: none }', 'x-access: { user: required }');
  const refusing = reportsApp('professional', failing);
  const error = expect.any(String);
  expect((await request(refusing).get('/charts')).body).toEqual({ error, ok: false, service: 'reports' });
  expect((await request(refusing).get('/run')).body).toEqual({ error });
});
