import { expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { places, sales } from '../explorer-app.ts';
import type { ExplorerApp } from '../explorer-app.ts';

/** Tables that are missing, hidden, or of the system get the same answer on every route that reads. */
export function testHiddenTables(explorer: () => ExplorerApp): void {
  const source = (table: object) => ({ method: 'POST', json: table });
  test.each<[string, (table: typeof sales) => { path: string; method?: string; json?: object }]>([
    ['POST /api/v1/explorer/query', (t) => ({ path: 'query', ...source(t) })],
    ['POST /api/v1/explorer/features', (t) => ({ path: 'features', ...source(t) })],
    ['POST /api/v1/explorer/export', (t) => ({ path: 'export?format=csv', ...source(t) })],
    ['POST /api/v1/explorer/summary', (t) => ({ path: 'summary', ...source(t) })],
    [
      'POST /api/v1/explorer/statistics',
      (t) => ({ path: 'statistics', ...source({ ...t, measures: [{ kind: 'top', column: 'id' }] }) }),
    ],
    ['GET /api/v1/explorer/metadata', (t) => ({ path: `metadata?${new URLSearchParams(t)}` })],
    [
      'GET /api/v1/explorer/tiles/{datasource}/{schema}/{table}/{z}/{x}/{y}.mvt',
      (t) => ({
        path: `tiles/${[t.datasource, t.schema, t.table].map(encodeURIComponent).join('/')}/0/0/0.mvt`,
      }),
    ],
    [
      'POST /api/v1/explorer/spatial-analysis',
      (t) => ({ path: 'spatial-analysis', ...source({ analysis: 'measure', input: t }) }),
    ],
    ['POST /api/v1/explorer/handoff', (t) => ({ path: 'handoff', ...source({ kind: 'table', source: t }) })],
  ])(
    '%s returns 404 in the same words for a table that is missing, hidden, or of the system',
    async (_name, request) => {
      const answers = [];
      for (const [table, name] of [
        [{ ...places, table: 'missing' }, 'shop.missing'],
        [{ ...places, table: 'secret' }, 'shop.secret'],
        [{ ...places, schema: 'pg_catalog', table: 'pg_authid' }, 'pg_catalog.pg_authid'],
        [{ ...places, schema: 'missing' }, 'missing.places'],
        [{ ...places, table: 'places" OR true --' }, 'shop.places" OR true --'],
      ] as const) {
        const { path, ...rest } = request(table as typeof sales);
        const { status, body } = await explorer().ask(explorer().ada, {
          path: `/api/v1/explorer/${path}`,
          ...rest,
        });
        answers.push([
          status,
          body.code,
          String(body.error)
            .replace(name, '…')
            .replace(/ Did you mean.*/, ''),
        ]);
      }
      expect(answers[0]!.slice(0, 2)).toEqual([404, 'report-server.no_such_table']);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      const asking = async (datasource: string, person: Person) => {
        const { path, ...rest } = request({ ...places, datasource });
        const { status, body } = await explorer().ask(person, { path: `/api/v1/explorer/${path}`, ...rest });
        return [status, String(body.error).replaceAll(datasource, '…')];
      };
      expect(await asking('missing', explorer().ada)).toEqual(await asking('sample', explorer().eve));
    },
  );

  test('POST /api/v1/explorer/query returns 404 in the same words for what is missing and what is forbidden', async () => {
    const message = async (person: any, body: object) => {
      const { status, body: answer } = await explorer().query(person, body);
      return [status, String(answer.error).replace(/"\w+"|\w+\.[\w"' ]+(?=\.)/, '…')];
    };
    const noTable = await message(explorer().ada, { ...sales, table: 'missing' });
    expect(noTable[0]).toBe(404);
    for (const name of [
      { schema: 'shop', table: 'secret' },
      { schema: 'pg_catalog', table: 'pg_authid' },
      { schema: 'information_schema', table: 'tables' },
      { schema: 'public', table: 'spatial_ref_sys' },
      { schema: 'shop', table: 'sales"; DROP TABLE shop' },
      { schema: 'SHOP', table: 'sales' },
    ]) {
      expect((await message(explorer().ada, { ...sales, ...name }))[0]).toBe(404);
    }
    const noDatasource = await message(explorer().ada, { ...sales, datasource: 'missing' });
    expect(noDatasource[0]).toBe(404);
    expect(await message(explorer().eve, sales)).toEqual(noDatasource);
    expect((await explorer().query(null, sales)).status).toBe(401);
  });
}
