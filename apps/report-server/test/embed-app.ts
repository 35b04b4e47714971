import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startExplorer } from './explorer-app.ts';

/** Sales, of a region that a token binds, and of a city that the reader may choose. */
const element = { y: 0, width: 150, height: 14 };
export const template = {
  version: 1,
  title: 'Sales',
  lang: 'en',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'region', type: 'list<text>', required: true, default: ['south'] },
    {
      name: 'city',
      type: 'text',
      depends_on: ['region'],
      source: {
        sql: 'SELECT city AS value FROM shop.sales WHERE region = ANY (:region) AND city IS NOT NULL ORDER BY id',
      },
    },
  ],
  datasets: [
    {
      name: 'sales',
      sql: `SELECT id, city, region FROM shop.sales
        WHERE ($P{region} IS NULL OR $X{IN, region, region}) AND ($P{city} IS NULL OR city = $P{city}) ORDER BY id`,
    },
  ],
  groups: [],
  variables: [],
  styles: [],
  bands: {
    detail: [
      {
        height: 14,
        elements: [
          { id: 'c', kind: 'field', x: 0, ...element, expression: '$F{city}' },
          { id: 'r', kind: 'field', x: 160, ...element, expression: '$F{region}' },
        ],
      },
    ],
  },
};

export type EmbedApp = Awaited<ReturnType<typeof startEmbedApp>>;

/** The report server with pages to embed, the reports `sales` and `other`, and ada, who makes tokens for them. */
export async function startEmbedApp() {
  const app = await startExplorer({
    env: ({ storageRoot }) => ({
      PAGES_ROOT: join(storageRoot, 'pages'),
      EMBED_ORIGINS: 'https://operator.example.org',
    }),
  });
  const { pages } = app.config;
  await mkdir(join(pages, 'sdk'), { recursive: true });
  await writeFile(
    join(pages, 'embed.html'),
    '<html><head><base href="/"></head><body>embedded</body></html>',
  );
  for (const kind of ['js', 'min.js', 'esm.js', 'd.ts'])
    await writeFile(join(pages, 'sdk', `platform-report.${kind}`), `/* ${kind} */`);

  async function addReport(key: string, more: object = template): Promise<void> {
    const json = { key, datasource: 'sample', template: more };
    const { status, body } = await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
    if (status !== 201) throw new Error(JSON.stringify(body));
    await app.grant({ to: app.ada, on: key, permission: 'view', resourceType: 'report' });
  }
  for (const key of ['sales', 'other']) await addReport(key);

  async function mint(json: object): Promise<{ token: string; token_id: number; url: string }> {
    const { status, body } = await app.ask(app.ada, { path: '/api/v1/embed/token', method: 'POST', json });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }
  const exchange = (json: object) => app.ask(null, { path: '/embed/api/session', method: 'POST', json });
  return {
    ...app,
    addReport,
    mint,
    exchange,

    /** A token, and the session that it is traded for. */
    async open(json: { type: string; id: string; owner?: string; [more: string]: unknown }) {
      const { token, token_id: id } = await mint(json);
      const { type, id: key, owner } = json;
      const { body } = await exchange({ token, type, id: key, owner });
      return { token, id, session: body.session as string, body };
    },

    /** A data call; with `json` it is a POST. */
    call: (session: string, path: string, json?: object) =>
      app.ask(null, {
        path: `/embed/api${path}`,
        headers: { 'X-Embed-Session': session },
        ...(json ? { method: 'POST', json } : {}),
      }),

    run: (session: string, json: object, key = 'sales') =>
      fetch(`${app.url}/embed/api/reports/${key}/document`, {
        method: 'POST',
        headers: { 'X-Embed-Session': session, 'Content-Type': 'application/json' },
        body: JSON.stringify(json),
      }),

    page: (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' }),

    expire: (id: number) =>
      app.admin.query('UPDATE report_server.embed_tokens SET expires_at = now() WHERE id = $1', [id]),
  };
}
