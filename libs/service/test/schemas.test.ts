import { describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { loadContract } from '@cairn/contracts';
import { parseContract } from '@cairn/contracts/parse';
import { createSchemas } from '../src/binder/schemas.ts';

const services = readdirSync(new URL('../../contracts/openapi/', import.meta.url))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));

/** The places of all schemas of parameters, bodies and answers, and of those that have a name. */
function schemaPlaces(node: unknown, at = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isSchema = key === 'schema' || at === '/components/schemas';
    return isSchema ? [place] : schemaPlaces(value, place);
  });
}

describe('schemas are compiled when they are first needed', () => {
  test.each(services)('and those of %s all do, so that no request finds one that cannot', (service) => {
    const contract = loadContract(service);
    const schemas = createSchemas(contract);
    const places = schemaPlaces({ paths: contract.paths, components: contract.components });
    expect(places.length).toBeGreaterThan(10);
    const broken = places.flatMap((place) => {
      try {
        schemas.forRequest(place)({});
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    expect(broken).toEqual([]);
  });

  test('one that cannot be compiled refuses every value, and the message names its place', () => {
    const contract = parseContract(
      'openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {Bad: {type: string, pattern: "("}}}',
    );
    const judge = createSchemas(contract).forRequest('/components/schemas/Bad');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => judge('x')).toThrow('The schema at #/components/schemas/Bad does not compile');
    }
  });

  test('defaults are filled in for requests, and answers stay as they are', () => {
    const contract = parseContract(
      'openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {Row: {type: object, properties: {n: {type: integer, default: 1}}}}}',
    );
    const { forRequest, forResponse } = createSchemas(contract);
    const [asked, answered] = [{}, {}];
    expect(forRequest('/components/schemas/Row')(asked)).toBeNull();
    expect(forResponse('/components/schemas/Row')(answered)).toBeNull();
    expect([asked, answered]).toEqual([{ n: 1 }, {}]);
    expect(forResponse('/components/schemas/Row')({ n: 'one' })?.[0]).toMatchObject({ keyword: 'type' });
  });
});
