import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { startTestApp } from '@cairn/testing';
import type { TestAppOptions } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import { reportMgmt } from '../src/service.ts';

export type TestReportMgmt = Awaited<ReturnType<typeof startTestReportMgmt>>;

/** Report management on a database of its own, with an empty folder of definitions, listening on a free port. */
export async function startTestReportMgmt(options: TestAppOptions<Context, Overrides> = {}) {
  const reportsRoot = mkdtempSync(join(tmpdir(), 'cairn-reports-'));
  const app = await startTestApp(reportMgmt, {
    ...options,
    env: (stores) => ({
      REPORTS_ROOT: reportsRoot,
      ...(typeof options.env === 'function' ? options.env(stores) : options.env),
    }),
  });
  return {
    ...app,
    reportsRoot,
    async close() {
      await app.close();
      await rm(reportsRoot, { recursive: true, force: true });
    },
  };
}
