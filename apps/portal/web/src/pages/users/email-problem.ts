import { t } from '@cairn/ui';

/** A sentence when the text cannot be an e-mail address; empty is allowed. */
export function emailProblem(email: string): string | null {
  const text = email.trim();
  return text === '' || /^[^\s@]+@[^\s@]+$/.test(text) ? null : t('users.emailWrong');
}
