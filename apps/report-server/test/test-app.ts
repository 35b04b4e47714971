import { startTestApp } from '@cairn/testing';
import type { TestAppOptions } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import { reportServer } from '../src/service.ts';

export type TestReportServer = Awaited<ReturnType<typeof startTestReportServer>>;

/** The report server on a database of its own, with the portal's tables beside it, listening on a free port. */
export function startTestReportServer(options: TestAppOptions<Context, Overrides> = {}) {
  return startTestApp(reportServer, options);
}
