import type { Api } from '../../tools/seed/api.ts';

const COUNTRIES = 'SELECT DISTINCT country AS value FROM populated_places ORDER BY 1';
const PLACES = 'SELECT name AS value FROM populated_places WHERE country = :country ORDER BY 1';
const SIZES =
  'SELECT DISTINCT population AS value FROM populated_places WHERE country = :country AND name = :place ORDER BY 1';

const line = (id: string, expression: string, x: number) => ({
  ...{ id, kind: 'field', expression, x, y: 0, width: 200, height: 14 },
});

/** A report over the sample data; `sql` has the columns `name` and `country`. */
function template(title: string, sql: string, parameters: object[] = []) {
  return {
    ...{ version: 1, title, lang: 'en', parameters, groups: [], variables: [], styles: [] },
    page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
    datasets: [{ name: 'main', sql }],
    bands: {
      title: {
        height: 30,
        elements: [{ id: 't', kind: 'text', text: title, heading: 1, x: 0, y: 0, width: 400, height: 24 }],
      },
      detail: [{ height: 14, elements: [line('n', '$F{name}', 0), line('c', '$F{country}', 200)] }],
    },
  };
}

/** A report whose parameters depend on one another over three levels. Its title is its key. */
export async function addCascade(api: Api, key: string): Promise<void> {
  const sql =
    'SELECT name, country FROM populated_places WHERE country = $P{country} AND name = $P{place} AND population = $P{size}';
  await addReport(
    api,
    key,
    template(key, sql, [
      { name: 'country', label: 'Country', type: 'text', required: true, source: { sql: COUNTRIES } },
      {
        ...{ name: 'place', label: 'Place', type: 'text', required: true },
        ...{ depends_on: ['country'], source: { sql: PLACES } },
      },
      {
        ...{ name: 'size', label: 'Population', type: 'integer', required: true },
        ...{ depends_on: ['country', 'place'], source: { sql: SIZES } },
      },
    ]),
  );
}

/** A report that takes longer than anybody waits. */
export async function addSlowReport(api: Api, key: string): Promise<void> {
  const sql = "SELECT 'a' AS name, 'b' AS country FROM (SELECT pg_sleep(25)) AS waited";
  await addReport(api, key, template(key, sql));
}

async function addReport(api: Api, key: string, body: object): Promise<void> {
  await api.send('POST', '/report-server/api/v1/reports', {
    ...{ key, title: key, datasource: 'sample', template: body },
  });
}
