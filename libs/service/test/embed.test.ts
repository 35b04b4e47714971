import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { parseContract } from '@cairn/contracts/parse';
import {
  createLogger,
  createServiceApp,
  embeddedPageHeaders,
  embedOf,
  forbidden,
  servePage,
} from '../src/index.ts';
import type { EmbedAccess, EmbedIdentity, Handlers } from '../src/index.ts';
import { config, guard, webFolder } from './fixture/items-app.ts';

interface Grant extends EmbedIdentity {
  origins: string[];
}
interface Seen {
  token: string | number;
  cookies: number;
  open: Record<string, string[]>;
  kind: string;
}
interface EmbedOperations {
  embedPage: {
    parameters: { query?: { et?: string } };
    responses: { 200: { content: { 'text/html': string } } };
  };
  embedData: { responses: { 200: { content: { 'application/json': Seen } } } };
  writeData: { responses: { 204: { content?: never } } };
  listTokens: { responses: { 200: { content: { 'application/json': { ok: boolean } } } } };
}

const CONTRACT = `
openapi: 3.1.0
info: { title: Embedding, version: 1.0.0 }
paths:
  /embed/page:
    get:
      operationId: embedPage
      x-access: { embed: true }
      x-page: true
      x-open-query: true
      parameters: [{ name: et, in: query, schema: { type: string } }]
      responses:
        '200': { description: The page, content: { text/html: { schema: { type: string } } } }
        '403': { description: Refused, content: { text/html: { schema: { type: string } } } }
  /embed/api/data:
    get:
      operationId: embedData
      x-access: { embed: true }
      x-open-query: true
      responses:
        '200':
          description: What the handler saw
          content: { application/json: { schema: { type: object, additionalProperties: true } } }
    post:
      operationId: writeData
      x-access: { embed: true }
      responses:
        '204': { description: Done }
  /api/tokens:
    get:
      operationId: listTokens
      x-access: { user: optional }
      responses:
        '200':
          description: Fine
          content: { application/json: { schema: { type: object, properties: { ok: { type: boolean } } } } }
`;

const GRANTS: Record<string, Grant> = {
  'token emb_one': { tokenId: 1, origins: ['https://shop.example.org', "'self'"] },
  'token emb_none': { tokenId: 2, origins: [] },
  'session s1': { tokenId: 1, origins: [] },
};
const embedAccess: EmbedAccess = {
  tokenPrefix: 'emb_',
  identify: async ({ kind, secret }) => GRANTS[`${kind} ${secret}`] ?? null,
};
const handlers: Handlers<EmbedOperations> = {
  embedPage: servePage(webFolder, {
    frameAncestors: ({ call, input }) => {
      const { origins } = embedOf<Grant>(call);
      if (input.openQuery.locked)
        throw forbidden('access.locked', 'This value is fixed; leave it out of the address.');
      return origins;
    },
  }),
  embedData: ({ openQuery }, actor, call) => ({
    token: embedOf(call).tokenId,
    cookies: Object.keys(call.cookies).length,
    open: { ...openQuery },
    kind: actor.kind,
  }),
  writeData: () => undefined,
  listTokens: (_input, _actor, call) => ({ ok: call.embed === null }),
};

function embedApp(contract = CONTRACT, access: EmbedAccess | null = embedAccess) {
  return createServiceApp<EmbedOperations>({
    service: 'embedding',
    contract: parseContract(contract),
    handlers,
    guard,
    config,
    logger: createLogger({ service: 'embedding', level: 'silent' }),
    ready: () => ({}),
    pages: webFolder,
    ...(access ? { embedAccess: access } : {}),
  });
}

const app = embedApp();
const page = (query: string) => request(app).get(`/items/embed/page${query}`).set('Accept', 'text/html');
const data = (headers: Record<string, string>) => request(app).get('/embed/api/data?a=1&a=2').set(headers);

describe('an embedded page', () => {
  test('GET shows the page to the sites of its token, unstored and without referrer', async () => {
    const { status, headers, text } = await page('?et=emb_one&region=a').set('If-None-Match', '*');
    expect(status).toBe(200);
    expect(text).toContain('<base href="/items/">');
    expect(headers['content-security-policy']).toContain("frame-ancestors https://shop.example.org 'self';");
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });

  test('GET with a token without sites allows no frame', async () => {
    const { headers } = await page('?et=emb_none');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none';");
  });

  test('GET is a page with 401 without a token, and 403 in the same words for all others', async () => {
    expect((await page('')).status).toBe(401);
    expect((await page('?et=').set('Cookie', 'sid=root')).status).toBe(401);
    const answers = [];
    for (const query of ['?et=emb_gone', '?et=emb_one&et=emb_one', `?et=${'x'.repeat(600)}`, '?et=s1']) {
      const { status, headers, text } = await page(query);
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none';");
      answers.push([status, text.replace(/Request [\w-]+/, '')]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]![0]).toBe(403);
    expect(answers[0]![1]).not.toContain('Back to the start');
  });

  test('GET is refused by the handler with its own words, and in no frame', async () => {
    const { status, headers, text } = await page('?et=emb_one&locked=1');
    expect([status, headers['content-security-policy']]).toEqual([
      403,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect(text).toContain('This value is fixed');
  });
});

describe('a data call of an embedded page', () => {
  test('GET knows the session of the header, and reads neither cookie nor Authorization', async () => {
    const { body } = await data({
      'X-Embed-Session': 's1',
      Cookie: 'sid=root',
      Authorization: 'Bearer root',
    });
    expect(body).toEqual({ token: 1, cookies: 0, open: { a: ['1', '2'] }, kind: 'anonymous' });
  });

  test.each([
    [{}, 401],
    [{ Cookie: 'sid=root' }, 401],
    [{ Authorization: 'Bearer emb_one' }, 401],
    [{ 'X-Embed-Session': '' }, 401],
    [{ 'X-Embed-Session': 'gone' }, 403],
    [{ 'X-Embed-Session': 'emb_one' }, 403],
  ])('GET with %j is answered %i', async (headers, status) => {
    expect((await data(headers as Record<string, string>)).status).toBe(status);
  });

  test('POST needs no origin of this site, since no cookie is read', async () => {
    const headers = { 'X-Embed-Session': 's1', Origin: 'null' };
    expect((await request(app).post('/embed/api/data').set(headers)).status).toBe(204);
  });
});

describe('other operations', () => {
  const tokens = (authorization: string, target = app) =>
    request(target).get('/api/tokens').set('Authorization', authorization);

  test('GET refuses a bearer token of an embedded page with 403', async () => {
    for (const authorization of ['Bearer emb_one', 'bearer  emb_gone']) {
      const { status, body } = await tokens(authorization);
      expect([status, body.error]).toEqual([403, expect.stringContaining('embedded pages only')]);
    }
    expect((await tokens('Bearer other')).status).toBe(401);
    expect((await request(app).get('/api/tokens')).body).toEqual({ ok: true });
  });

  test('GET treats it as an unknown token where the service names no prefix', async () => {
    expect((await tokens('Bearer emb_one', embedApp(CONTRACT, { identify: async () => null }))).status).toBe(
      401,
    );
  });
});

describe('a contract with embedded pages keeps the service from starting', () => {
  test.each([
    [
      'beside another field',
      CONTRACT.replace('{ embed: true }', '{ embed: true, user: optional }'),
      'stands alone',
    ],
    ['on a page without et', CONTRACT.replace('name: et', 'name: token'), 'needs the query parameter "et"'],
  ])('%s', (_what, contract, message) => {
    expect(() => embedApp(contract)).toThrow(message);
  });

  test('without embed access', () => {
    expect(() => embedApp(CONTRACT, null)).toThrow('the service has no embed access');
  });

  test('an entry that is not an origin is never sent as a header', () => {
    for (const entry of ['*', 'https://*.example.org', "https://a; script-src 'unsafe-inline'", 'a b', '']) {
      expect(() => embeddedPageHeaders([entry])).toThrow('is not an origin');
    }
  });
});
