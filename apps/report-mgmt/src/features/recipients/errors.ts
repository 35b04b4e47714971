import { badRequest, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchRecipient(id: number): AppError {
  return notFound('report-mgmt.no_such_recipient', `There is no recipient ${id}. Go back to the list.`);
}

export function noEmail(): AppError {
  return badRequest('report-mgmt.recipient_email_missing', 'Enter an email address.');
}

export function textTooLong(field: string, max: number): AppError {
  return badRequest('report-mgmt.text_too_long', `${field} may have at most ${max} characters.`);
}

export const CONSTRAINTS = {
  recipients_email_key: {
    code: 'report-mgmt.recipient_exists',
    message: 'There is already a recipient with this address. Change that one.',
  },
};
