import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';

let app: TestReportMgmt;
beforeAll(async () => {
  app = await startTestReportMgmt();
});
afterAll(() => app.close());

test.each(['GET /', 'GET /index.php'])('%s leads to the catalog of reports', async (operation) => {
  const { status, headers } = await app.ask(null, { path: operation.replace('GET ', '') });
  expect([status, headers.get('location')]).toEqual([302, '/report-mgmt/reports/index.php']);
});
