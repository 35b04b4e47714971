import { t } from '@cairn/ui';

/** As MIN_PASSWORD_LENGTH of the server, which also refuses common passwords. */
export const MIN_PASSWORD_LENGTH = 8;

/** A sentence when a new password is too short, else null. */
export function passwordTooShort(password: string): string | null {
  return [...password].length < MIN_PASSWORD_LENGTH
    ? t('account.password.short', { least: MIN_PASSWORD_LENGTH })
    : null;
}
