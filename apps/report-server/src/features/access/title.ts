import { badRequest } from '@cairn/service';

/** A title without spaces around it. @throws {AppError} bad_request when it is empty or has control characters */
export function checkTitle(title: string): string {
  const plain = title.normalize('NFC').trim();
  if (plain === '') throw badRequest('report-server.title_missing', 'The title is empty. Enter one.');
  if (/\p{Cc}/u.test(plain)) {
    throw badRequest(
      'report-server.bad_title',
      'A title cannot contain line breaks or other control characters. Remove them.',
    );
  }
  return plain;
}
