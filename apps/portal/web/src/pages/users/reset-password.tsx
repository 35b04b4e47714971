import { PasswordInput, Stack } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type User } from '../../api.ts';

interface Props {
  user: User;
}

/** A new password for somebody who lost theirs. It ends that person's sessions. */
export function ResetPassword({ user }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { password: '' },
    validate: { password: (password) => (password.trim() === '' ? t('users.passwordMissing') : null) },
    save: (body) =>
      portal.POST('/api/admin/users/{id}/password', { params: { path: { id: user.id } }, body }),
    done: t('users.passwordSet', { name: user.username }),
    onSaved: () => form.setValues({ password: '' }),
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <PasswordInput
          label={t('users.newPassword')}
          description={t('users.newPasswordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.password.toggle') }}
          {...form.getInputProps('password')}
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
