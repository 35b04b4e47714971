import type { SecretBox } from '@cairn/service';
import { passwordMissing, passwordNeeded } from './errors.ts';

interface SealRequest {
  /** As the form says; blank keeps the stored one. */
  password: string;
  /** The place to which the password is sent: it can be decrypted for this one only. */
  purpose: string;
  /** Null for something new. */
  stored: { sealedPassword: string | null; purpose: string } | null;
}

/**
 * The password of a form in the form in which it is stored. A blank one keeps what is stored, as long as it would be sent to the
 * same place. @throws {AppError} bad_request for a blank one of a new entry or of another place; unavailable without a key
 */
export function sealPassword(secretBox: SecretBox, { password, purpose, stored }: SealRequest): string {
  if (password !== '') return secretBox.seal(password, purpose);
  if (!stored?.sealedPassword) throw passwordMissing();
  if (stored.purpose !== purpose) throw passwordNeeded();
  return stored.sealedPassword;
}
