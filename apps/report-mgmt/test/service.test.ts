import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';

let app: TestReportMgmt;
beforeAll(async () => {
  app = await startTestReportMgmt();
});
afterAll(() => app.close());

for (const path of ['/', '/index.php']) {
  test(`GET ${path} (page) leads to the catalog of reports`, async () => {
    const response = await fetch(app.url + path, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/report-mgmt/reports/index.php');
  });
}
