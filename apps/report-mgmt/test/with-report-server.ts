import { ask, createSampleDatabase, freePort } from '@cairn/testing';
import { startProxyApp } from './proxy-app.ts';
import { prepareReportServer } from './report-server-process.ts';

/** Report management and the real report server, with the datasource `sample`. Everybody may view the reports. */
export async function startWithReportServer(
  reports: Record<string, object>,
  env: Record<string, string> = {},
) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [app, sample] = await Promise.all([
    startProxyApp({
      reports: Object.keys(reports),
      env: { REPORT_SERVER_URL: url, ...env },
      datasource: 'sample',
    }),
    createSampleDatabase(),
  ]);
  const { start, removeFiles } = await prepareReportServer(app);
  let reportServer = await start({ PORT: String(port) });
  const create = async (path: string, json: object) => {
    const { status, body } = await ask({ url }, app.root, { path, method: 'POST', json });
    if (status !== 201) throw new Error(JSON.stringify(body));
  };
  await create('/api/v1/datasources', {
    ...{ key: 'sample', title: 'Sample', host: sample.host, port: sample.port, database: sample.database },
    ...{ username: sample.readerUser, password: sample.readerPassword, sslmode: 'disable' },
  });
  for (const [key, template] of Object.entries(reports)) {
    await create('/api/v1/reports', { key, title: key, datasource: 'sample', template });
  }
  return {
    ...app,
    reportServer,
    killReportServer: () => reportServer.kill(),
    restartReportServer: async () => void (reportServer = await start({ PORT: String(port) })),
    async close() {
      await app.close();
      await reportServer.stop();
      await sample.drop();
      await removeFiles();
    },
  };
}

/** A report with the column `a` of a statement, with other parts of the template. */
export function reportOf(
  sql: string,
  { parameters = [], bands = {} }: { parameters?: object[]; bands?: object } = {},
) {
  const field = { id: 'a', kind: 'field', x: 0, y: 0, width: 200, height: 14, expression: '$F{a}' };
  return {
    ...{ version: 1, title: 'Report', lang: 'en', parameters, datasets: [{ name: 'rows', sql }] },
    page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
    ...{ groups: [], variables: [], styles: [] },
    bands: { detail: [{ height: 14, elements: [field] }], ...bands },
  };
}
