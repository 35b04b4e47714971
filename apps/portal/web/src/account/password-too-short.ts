import { t } from '@cairn/ui';

/** The same as on the server, which also rejects common passwords. */
export const MIN_PASSWORD_LENGTH = 8;

/** The error of a new password that is too short, else null. */
export function passwordTooShort(password: string): string | null {
  return [...password].length < MIN_PASSWORD_LENGTH
    ? t('account.password.short', { least: MIN_PASSWORD_LENGTH })
    : null;
}
