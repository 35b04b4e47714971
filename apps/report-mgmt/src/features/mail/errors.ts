import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';
import { quoteForSentence } from '@cairn/service/mail';

export function unknownPlaceholder(name: string, known: readonly string[]): AppError {
  return badRequest(
    'report-mgmt.unknown_placeholder',
    `There is no placeholder ${quoteForSentence(`{{${name}}}`)}. Use one of ${known.join(', ')}.`,
  );
}

export function badSubject(): AppError {
  return badRequest(
    'report-mgmt.bad_subject',
    'The subject must be one line of at most 250 characters, without control characters.',
  );
}

export function bodyTooLong(): AppError {
  return badRequest('report-mgmt.body_too_long', 'The body of a mail may have at most 100,000 characters.');
}

export function filledTooLong(): AppError {
  return badRequest(
    'report-mgmt.mail_too_long',
    'With its values filled in, the mail would have more than 1,000,000 characters. Use fewer placeholders, or shorter parameters.',
  );
}
