import type { SecretBox } from '@cairn/service';
import { noPassword, passwordMissing, passwordNeeded } from './errors.ts';

interface Sealed {
  /** Null where none is stored. */
  sealedPassword: string | null;
}

/**
 * Stores the passwords of a table. Each is encrypted for its login, which is what `loginOf` returns (an address and a user): a row
 * with another login cannot decrypt it.
 */
export function loginPassword<Login>(table: string, loginOf: (fields: Login) => unknown[]) {
  const purposeOf = (fields: Login) => `field-sync.${table} ${JSON.stringify(loginOf(fields))}`;

  /** The password; null where none is stored. @throws {AppError} unavailable when it cannot be decrypted */
  function open(secretBox: SecretBox, row: Login & Sealed): string | null {
    return row.sealedPassword === null ? null : secretBox.open(row.sealedPassword, purposeOf(row));
  }

  return {
    open,

    /** @throws {AppError} conflict where none is stored, unavailable when it cannot be decrypted */
    require(secretBox: SecretBox, row: Login & Sealed & { name: string }): string {
      const password = open(secretBox, row);
      if (password === null) throw noPassword(row.name);
      return password;
    },

    /**
     * What is stored for the password of a form; `before` is null for something new. A blank one keeps what is stored, as long as the
     * login is the same. @throws {AppError} bad_request for a blank one of a new entry or of another login; unavailable without a key
     */
    seal(
      secretBox: SecretBox,
      { fields, password, before }: { fields: Login; password: string; before: (Login & Sealed) | null },
    ): string {
      if (password !== '') return secretBox.seal(password, purposeOf(fields));
      if (!before?.sealedPassword) throw passwordMissing();
      if (purposeOf(before) !== purposeOf(fields)) throw passwordNeeded();
      return before.sealedPassword;
    },
  };
}
