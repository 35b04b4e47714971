import { expect, test } from '@jest/globals';
import request from 'supertest';
import { parseContract } from '@cairn/contracts/parse';
import { createLogger, createServiceApp } from '../src/index.ts';
import type { Handlers, LinkAccess } from '../src/index.ts';
import { config, guard } from './fixture/items-app.ts';

interface Operations {
  readLayer: {
    parameters: { path: { layer: string }; query?: { token?: string } };
    responses: { 200: { content: { 'application/json': { by: string; keys: string[] } } } };
  };
}

const CONTRACT = `
openapi: 3.1.0
info: { title: Links, version: 1.0.0 }
paths:
  /layers/{layer}:
    get:
      operationId: readLayer
      x-access:
        user: optional
        linkToken: true
        resource: { type: layer, key: layer, permission: view }
      parameters:
        - { name: layer, in: path, required: true, schema: { type: string } }
        - { name: token, in: query, schema: { type: string } }
      responses:
        '200':
          description: Who reads it
          content: { application/json: { schema: { type: object, additionalProperties: true } } }
`;

const linkAccess: LinkAccess = {
  identify: async ({ secret, operationId, path }) =>
    secret === `${operationId} ${String(path.layer)}` ? { linkId: 7, resourceKeys: ['id:7'] } : null,
};
const handlers: Handlers<Operations> = {
  readLayer: (_input, actor, call) => ({
    by: call.link ? `link ${call.link.linkId}` : actor.kind,
    keys: [...call.resourceKeys],
  }),
};

function linkApp(contract = CONTRACT, access: LinkAccess | null = linkAccess) {
  return createServiceApp<Operations>({
    service: 'links',
    contract: parseContract(contract),
    handlers,
    guard,
    config,
    logger: createLogger({ service: 'links', level: 'silent' }),
    ready: () => ({}),
    ...(access ? { linkAccess: access } : {}),
  });
}

test('a token of a link opens its resource for every sender', async () => {
  const response = await request(linkApp()).get('/layers/a?token=readLayer%20a').set('cookie', 'session=ada');
  expect([response.status, response.body]).toEqual([200, { by: 'link 7', keys: ['id:7'] }]);
  expect(response.headers['referrer-policy']).toBe('no-referrer');
});

test.each([
  '?token=readLayer%20b',
  '?token=',
  '?token=readLayer%20a&token=readLayer%20a',
  `?token=${'a'.repeat(600)}`,
])('a bad token is refused with 403, and the rest of the rule is not asked', async (query) => {
  const response = await request(linkApp()).get(`/layers/a${query}`).set('cookie', 'session=ada');
  expect(response.status).toBe(403);
  expect(response.body.error).toMatch(/^The token of this address is not valid/);
  expect(response.headers['referrer-policy']).toBe('no-referrer');
});

test('without a token the rest of the rule decides', async () => {
  expect((await request(linkApp()).get('/layers/a')).status).toBe(401);
});

test('an operation with linkToken fails at startup without link access or without the parameter', () => {
  expect(() => linkApp(CONTRACT, null)).toThrow('no link access');
  expect(() => linkApp(CONTRACT.replace('name: token', 'name: other'))).toThrow('query parameter "token"');
  expect(() => linkApp(CONTRACT.replace('user: optional', 'user: required'))).toThrow('user: optional');
});
