import { AppError, badRequest, conflict, notFound } from '@cairn/service';
import type { FieldErrors } from './types.ts';

/** A field of the schedule form that cannot be taken; the message names it and says what to enter. */
export function invalidField(field: string, message: string): AppError {
  return badRequest('report-mgmt.schedule_field_invalid', message, { field });
}

/** Fields that cannot be saved; the message is the sentence of the first, and the answer has all of them. */
export function invalidFields(errors: FieldErrors): AppError {
  const [first = 'The form has errors.'] = Object.values(errors);
  return new AppError({
    kind: 'bad_request',
    code: 'report-mgmt.schedule_invalid',
    message: first,
    answer: { errors },
  });
}

export function noSuchSchedule(id: number): AppError {
  return notFound('report-mgmt.no_such_schedule', `There is no schedule ${id}. Go back to the list.`);
}

export function scheduleStale(): AppError {
  return conflict(
    'report-mgmt.schedule_stale',
    'Someone else changed or deleted this schedule. Load it again, then repeat your change.',
  );
}

export function noMoreRuns(): AppError {
  return conflict(
    'report-mgmt.no_more_runs',
    'This schedule has no more runs, because its time has passed. Edit it and enter a later time.',
  );
}

export function nothingToTest(): AppError {
  return conflict(
    'report-mgmt.nothing_to_test',
    'This schedule sends no mail. Turn its mail on and save it, then send the test again.',
  );
}

export const CONSTRAINTS = {
  schedules_template_id_fkey: {
    code: 'report-mgmt.schedule_field_invalid',
    message: 'email_template was deleted. Choose another mail template.',
    kind: 'bad_request' as const,
  },
};
