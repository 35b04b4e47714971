import { until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import type { Overrides } from '../src/context.ts';
import { startTestReportMgmt } from './test-app.ts';
import { writeReport } from './write-report.ts';

export type ProxyApp = Awaited<ReturnType<typeof startProxyApp>>;

/** Report management with reports on an engine; everybody may view them but `closed`. */
export async function startProxyApp({
  reports,
  env,
  engineTimes,
  datasource = 'shop',
}: {
  reports: string[];
  env: Record<string, string>;
  datasource?: string;
  engineTimes?: Overrides['engineTimes'];
}) {
  const app = await startTestReportMgmt({ env, overrides: engineTimes ? { engineTimes } : {} });
  for (const key of [...reports, 'closed']) {
    await writeReport(app.reportsRoot, { key, definition: { title: `Report ${key}`, datasource } });
  }
  await app.context.scanner.scan();
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.resources r
      WHERE r.id = p.resource_id AND r.resource_type = 'report' AND r.resource_key = 'closed'`,
  );
  const ada = await app.signUp({ username: 'ada' });
  return {
    ...app,
    ada,
    eve: await app.signUp({ username: 'eve' }),
    root: await app.signUp({ username: 'root', isAdmin: true }),
    /** Runs a report, as Ada unless said otherwise. */
    execute: (query: string, person: Person | null = ada, init: RequestInit = {}) =>
      fetch(`${app.url}/reports/execute_report.php?${query}`, {
        ...(person ? { headers: { cookie: person.cookie } } : {}),
        redirect: 'manual',
        ...init,
      }),
    /** The latest run of a report, once its end is on record. */
    async lastRun(report: string) {
      const read = async () => {
        const { rows } = await app.admin.query(
          'SELECT * FROM report_mgmt.executions WHERE report_key = $1 ORDER BY created_at DESC LIMIT 1',
          [report],
        );
        return rows[0];
      };
      await until('the run has ended', async () => Boolean((await read())?.ended_at));
      return read();
    },
  };
}

/** Status, type and text of an answer. */
export async function textOf(answer: Response) {
  const { status, headers } = answer;
  return { status, type: headers.get('content-type'), text: await answer.text() };
}
