import type { Api } from '../../tools/seed/api.ts';

const field = (id: string, expression: string, x: number) => ({
  ...{ id, kind: 'field', expression, x, y: 0, width: 200, height: 14 },
});

/** Places of the sample data, of countries that a token may bind. Its title is its key. */
export async function addEmbeddedReport(api: Api, key: string): Promise<void> {
  const template = {
    ...{ version: 1, title: key, lang: 'en', groups: [], variables: [], styles: [] },
    page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
    parameters: [
      { name: 'country', type: 'list<text>', required: true },
      { name: 'least', label: 'Least population', type: 'integer', default: 10_000_000 },
    ],
    datasets: [
      {
        name: 'main',
        sql: `SELECT name, country FROM populated_places WHERE $X{IN, country, country} AND population >= $P{least}
          ORDER BY population DESC`,
      },
    ],
    bands: {
      detail: [{ height: 14, elements: [field('n', '$F{name}', 0), field('c', '$F{country}', 200)] }],
    },
  };
  await api.send('POST', '/report-server/api/v1/reports', {
    ...{ key, title: key, datasource: 'sample', template },
  });
}

/** The places of the same countries on a map. */
export async function addMapReport(api: Api, key: string): Promise<void> {
  const map = {
    id: 'm',
    kind: 'map',
    x: 0,
    y: 0,
    width: 500,
    height: 300,
    alt: 'Places',
    geometry: '$F{geom}',
  };
  const template = {
    ...{ version: 1, title: key, lang: 'en', groups: [], variables: [], styles: [] },
    page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
    parameters: [{ name: 'country', type: 'list<text>', required: true }],
    datasets: [
      { name: 'main', sql: 'SELECT name, geom FROM populated_places WHERE $X{IN, country, country}' },
    ],
    bands: { title: { height: 300, elements: [{ ...map, label: '$F{name}' }] }, detail: [] },
  };
  await api.send('POST', '/report-server/api/v1/reports', {
    ...{ key, title: key, datasource: 'sample', template },
  });
}
