import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';

/** A field of the schedule form that cannot be taken; the message names it and says what to enter. */
export function invalidField(field: string, message: string): AppError {
  return badRequest('report-mgmt.schedule_field_invalid', message, { field });
}
