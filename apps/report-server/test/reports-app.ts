import { startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

/** The populated places by country, with a title, subtotals and page numbers. */
const element = (id: string, x: number, more: object) => ({ id, x, y: 0, width: 200, height: 14, ...more });
export const PLACES = {
  version: 1,
  title: 'Places by country',
  lang: 'en',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'min_pop', type: 'integer', default: 5_000_000 },
    {
      name: 'country',
      type: 'list<text>',
      source: { sql: 'SELECT DISTINCT country AS value FROM populated_places ORDER BY 1' },
    },
    {
      name: 'place',
      type: 'text',
      depends_on: ['country'],
      source: { sql: 'SELECT name AS value FROM populated_places WHERE country = ANY (:country) ORDER BY 1' },
    },
  ],
  datasets: [
    {
      name: 'places',
      sql: 'SELECT name, country, population FROM populated_places WHERE population >= $P{min_pop} AND $X{IN, country, country} ORDER BY country, population DESC',
    },
  ],
  groups: [
    {
      name: 'country',
      expression: '$F{country}',
      header: { height: 18, elements: [element('g', 0, { kind: 'field', expression: '$F{country}' })] },
      footer: {
        height: 16,
        elements: [element('s', 200, { kind: 'field', expression: '$V{total}', own: { pattern: '#,##0' } })],
      },
    },
  ],
  variables: [
    {
      name: 'total',
      type: 'integer',
      calculation: 'sum',
      expression: '$F{population}',
      reset: { group: 'country' },
    },
  ],
  styles: [],
  bands: {
    title: {
      height: 30,
      elements: [element('t', 0, { kind: 'text', text: 'Places by country', heading: 1 })],
    },
    detail: [
      {
        height: 14,
        elements: [
          element('n', 0, { kind: 'field', expression: '$F{name}' }),
          element('p', 200, { kind: 'field', expression: '$F{population}', own: { pattern: '#,##0' } }),
        ],
      },
    ],
    pageFooter: {
      height: 16,
      elements: [element('f', 0, { kind: 'field', expression: '"Page " + $V{PAGE_NUMBER}' })],
    },
  },
};

/** A report with the names of a dataset's rows, without groups. */
export const listOf = (dataset: object, parameters: object[] = []) => ({
  ...PLACES,
  ...{ parameters, datasets: [dataset], groups: [], variables: [] },
  bands: { detail: [{ height: 14, elements: [element('n', 0, { kind: 'field', expression: '$F{name}' })] }] },
});

export interface ReportsApp extends ExplorerApp {
  /** Creates a report that Ada may view. */
  createReport(key: string, template: object): Promise<void>;
  /** Runs a report as Ada. */
  execute(query: string, headers?: Record<string, string>): Promise<Response>;
}

/** The report server with the datasource `sample` and the report `places`. */
export async function startReports(options: Parameters<typeof startExplorer>[0] = {}): Promise<ReportsApp> {
  const app = await startExplorer(options);
  async function createReport(key: string, template: object): Promise<void> {
    const title = key[0]!.toUpperCase() + key.slice(1);
    const json = { key, title, datasource: 'sample', template };
    const created = await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    await app.grant({ to: app.ada, on: key, permission: 'view', resourceType: 'report' });
  }
  await createReport('places', PLACES);
  return {
    ...app,
    createReport,
    execute: (query, headers = {}) =>
      fetch(`${app.url}/reports/execute?${query}`, { headers: { Cookie: app.ada.cookie, ...headers } }),
  };
}
