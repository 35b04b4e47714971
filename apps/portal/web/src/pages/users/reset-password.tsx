import { Stack } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type User } from '../../api.ts';
import { keys } from '../../queries.ts';
import { NewPasswordField } from './new-password-field.tsx';

/** Fewest characters of a password; the server knows the common ones, too. */
const LEAST = 8;

interface Props {
  user: User;
}

/** A new password for somebody who lost theirs. It ends that person's sessions. */
export function ResetPassword({ user }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { password: '', must_change_password: true },
    validate: {
      password: (password) =>
        [...password].length < LEAST ? t('account.password.short', { least: LEAST }) : null,
    },
    save: (body) =>
      portal.POST('/api/admin/users/{id}/password', { params: { path: { id: user.id } }, body }),
    refresh: [keys.users],
    done: t('users.passwordSet', { name: user.username }),
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <NewPasswordField
          label={t('users.newPassword')}
          description={t('users.newPasswordHint')}
          password={form.getInputProps('password')}
          mustChange={form.getInputProps('must_change_password')}
        />
        <FormActions
          save={t('users.setPassword')}
          saving={saving}
          problem={problem}
          disabled={form.values.password === ''}
        />
      </Stack>
      {guard}
    </form>
  );
}
