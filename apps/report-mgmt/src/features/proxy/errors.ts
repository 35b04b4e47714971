import { badRequest } from '@cairn/service';

export function invalidReport() {
  return badRequest('report-mgmt.invalid_report', 'Invalid report.');
}

/** For createFairSemaphore. */
export const BUSY = {
  kind: 'too_many' as const,
  code: 'report-mgmt.runs_busy',
  message: 'Too many of your reports are running. Wait until one has finished, then try again.',
};
