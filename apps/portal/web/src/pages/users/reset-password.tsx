import { Stack } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type User } from '../../api.ts';
import { keys } from '../../queries.ts';
import { passwordTooShort } from '../../parts/password-too-short.ts';
import { NewPasswordField } from './new-password-field.tsx';

interface Props {
  user: User;
}

/** Sets a new password for a user who lost theirs. Ends the user's sessions. */
export function ResetPassword({ user }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { password: '', must_change_password: true },
    validate: { password: passwordTooShort },
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
