import { badRequest, conflict } from '@cairn/service';

export function invalidReport() {
  return badRequest('report-mgmt.invalid_report', 'Invalid report.');
}

export function runCancelled() {
  return conflict('report-mgmt.run_cancelled', 'The run was cancelled.');
}

/** For createFairSemaphore. */
export const BUSY = {
  kind: 'too_many' as const,
  code: 'report-mgmt.runs_busy',
  message: 'Too many of your reports are running. Wait until one has finished, then try again.',
};
