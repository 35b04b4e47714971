import type { APIRequestContext } from 'playwright-core';
import { platformUnderTest } from './platform-under-test.ts';
import { WORK } from './session.ts';

interface ActionResult {
  success: boolean;
  message: string;
  id?: number;
  execution_id?: string;
}

/** What the pages of schedules and mails send. Running a schedule settles when its run has ended. */
export async function act(
  request: APIRequestContext,
  page: 'schedule' | 'recipient' | 'email_template',
  form: Record<string, string>,
): Promise<ActionResult> {
  const answer = await request.post(`/report-mgmt/action/${page}.php`, {
    form,
    headers: { origin: platformUnderTest().url },
    timeout: WORK.timeout,
  });
  const result = (await answer.json()) as ActionResult;
  if (!result.success) throw new Error(`${page}: ${result.message}`);
  return result;
}

/** A schedule of the sample report of cities, which is mailed to one address each morning. Returns its id. */
export async function addSchedule(request: APIRequestContext, email: string): Promise<string> {
  const { id } = await act(request, 'schedule', {
    ...{ create: '1', schedule_mode: 'daily', daily_time: '06:30', report_name: 'cities-by-country' },
    ...{ datasource_name: 'sample', format: 'csv', filename: 'cities', email },
  });
  return String(id);
}
