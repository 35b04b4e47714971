import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { expandContract } from '../src/expand.ts';
import type { SharedParts } from '../src/expand.ts';
import { loadContract } from '../src/index.ts';
import { parseContract } from '../src/parse.ts';
import { createPortalClient } from '../src/client.ts';
import { generate } from '../src/generator.ts';

const SHARED = fileURLToPath(new URL('../shared.yaml', import.meta.url));
const GREETER = `
openapi: 3.1.0
info: { title: Greeter, version: 1.0.0 }
paths:
  /greetings/{name}:
    get:
      operationId: greet
      x-access: { user: none }
      parameters:
        - { name: name, in: path, required: true, schema: { type: string } }
      responses:
        '200':
          description: A greeting
          content: { application/json: { schema: { $ref: '#/components/schemas/Greeting' } } }
components:
  schemas:
    Greeting: { type: object, required: [text], properties: { text: { type: string } } }
`;

describe('contracts', () => {
  test('a contract is an OpenAPI 3.1 document with paths, or refused with a sentence', () => {
    expect(parseContract(GREETER).info.title).toBe('Greeter');
    expect(() => parseContract('openapi: 3.0.0\npaths: {}', 'old.yaml')).toThrow(
      'old.yaml must be an OpenAPI 3.1',
    );
    expect(() => parseContract('')).toThrow('OpenAPI 3.1');
    expect(() => parseContract('openapi: 3.1.0')).toThrow('no "paths"');
    expect(() => parseContract('openapi: 3.1.0\nopenapi: 3.1.0\npaths: {}')).toThrow('unique');
  });

  test('only a plain service name is looked up', () => {
    expect(() => loadContract('../secrets')).toThrow('is not the name of a service');
  });
});

describe('the shorthand of a contract', () => {
  const shared = parse(readFileSync(SHARED, 'utf8')) as SharedParts;
  const expand = (paths: string, more = '') =>
    expandContract(parseContract(`openapi: 3.1.0\n${more}\npaths: ${paths}`), shared);
  const responsesOf = (paths: string, more = '') => expand(paths, more).paths['/x']?.get?.responses;
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

  test('x-shared stands for an operation of shared.yaml', () => {
    expect(expand('{ /x: { get: { x-shared: health } } }').paths['/x']?.get?.operationId).toBe('health');
    expect(() => expand('{ /x: { get: { x-shared: gone } } }')).toThrow(
      'get /x: shared.yaml has no operation "gone"',
    );
  });

  test('x-fails names the error responses of the style of the operation', () => {
    expect(responsesOf('{ /x: { get: { x-fails: [404] } } }')).toEqual({ 404: response('Error') });
    expect(responsesOf('{ /x: { get: { x-errors: text, x-fails: [404] } } }')).toEqual({
      404: response('TextError'),
    });
    const own =
      'x-error-responses: { json: { 404: Gone } }\ncomponents: { responses: { Gone: { description: Gone } } }';
    expect(responsesOf('{ /x: { get: { x-fails: [404] } } }', own)).toEqual({ 404: response('Gone') });
    expect(() => responsesOf('{ /x: { get: { x-fails: [409] } } }', own)).toThrow(
      'no response is named for 409',
    );
    expect(() =>
      responsesOf(`{ /x: { get: { x-fails: [404], responses: { '404': { description: Gone } } } } }`),
    ).toThrow('both x-fails and responses');
  });

  test('a page without responses gets those of all pages', () => {
    expect(responsesOf('{ /x: { get: { x-page: true } } }')).toEqual({
      200: response('Page'),
      303: response('SignIn'),
      ...Object.fromEntries([403, 500, 503].map((status) => [status, response('ErrorPage')])),
    });
  });

  test('shared components are added with what they refer to, and an unknown one is refused', () => {
    const { components } = expand('{ /x: { get: { x-fails: [404] } } }');
    expect(Object.keys(components?.responses ?? {})).toEqual(['Error']);
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Error']);
    expect(() =>
      expand(`{ /x: { get: { responses: { '200': { $ref: '#/components/responses/Gone' } } } } }`),
    ).toThrow('there is no component "responses/Gone"');
  });
});

describe('the generator', () => {
  let root: string;
  const run = (check: boolean): ReturnType<typeof generate> =>
    generate({ source: root, shared: SHARED, target: join(root, 'generated'), check, only: [] });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'contracts-'));
    await writeFile(join(root, 'greeter.yaml'), GREETER);
  });
  afterEach(() => rm(root, { recursive: true }));

  test('writes types and a client for each contract, and says nothing is stale afterwards', async () => {
    expect(await run(false)).toEqual({ failed: false, messages: ['greeter: ok'] });
    expect(await readFile(join(root, 'generated/greeter.ts'), 'utf8')).toContain('greet: {');
    expect(await readFile(join(root, 'generated/types.ts'), 'utf8')).toContain(
      'operations as GreeterOperations',
    );
    expect(await readFile(join(root, 'generated/clients.ts'), 'utf8')).toContain(
      'function createGreeterClient',
    );
    expect((await run(true)).failed).toBe(false);
  });

  test('with check writes nothing and names what is stale', async () => {
    await run(false);
    await writeFile(
      join(root, 'greeter.yaml'),
      GREETER.replace('text: { type: string }', 'text: { type: integer }'),
    );
    const before = await readFile(join(root, 'generated/greeter.ts'), 'utf8');
    const result = await run(true);
    expect([result.failed, result.messages[0]]).toEqual([
      true,
      expect.stringContaining('greeter: the generated types are stale'),
    ]);
    expect(await readFile(join(root, 'generated/greeter.ts'), 'utf8')).toBe(before);
  });

  test('a contract that does not parse fails alone', async () => {
    await writeFile(join(root, 'broken.yaml'), 'openapi: 3.1.0\npaths: [');
    const result = await run(false);
    expect(result.failed).toBe(true);
    expect(result.messages).toEqual([expect.stringMatching(/^broken: /), 'greeter: ok']);
  });

  test('the committed types are those of the committed contracts', async () => {
    const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    const result = await generate({
      source: folder('../openapi'),
      shared: SHARED,
      target: folder('../src/generated'),
      check: true,
      only: [],
    });
    expect(result.messages.filter((line) => !line.endsWith(': ok'))).toEqual([]);
    // All contracts are generated again.
  }, 120_000);
});

test('a client asks below its base address, with its headers', async () => {
  let asked: Request | undefined;
  const portal = createPortalClient({
    baseUrl: 'http://portal.invalid/base',
    headers: { 'X-Test': '1' },
    fetch: async (request) => {
      asked = request;
      return Response.json({ status: 'ok' });
    },
  });
  expect((await portal.GET('/api/health')).data).toEqual({ status: 'ok' });
  expect([asked?.url, asked?.headers.get('X-Test')]).toEqual(['http://portal.invalid/base/api/health', '1']);
});
