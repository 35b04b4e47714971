import { badRequest } from '../errors.ts';
import type { AppError } from '../errors.ts';

/** As much of a bad value as a sentence shows, with its control characters written out. */
export function quoteForSentence(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}

export function badAddress(text: string): AppError {
  return badRequest(
    'mail.bad_address',
    `${quoteForSentence(text)} is not an email address. Write addresses such as name@example.org, separated by commas.`,
  );
}

export function tooManyAddresses(): AppError {
  return badRequest(
    'mail.too_many_addresses',
    'Mail goes to at most 50 addresses. Use a distribution list for more.',
  );
}
