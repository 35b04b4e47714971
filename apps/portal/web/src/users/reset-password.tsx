import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { portal, type User } from '../client.ts';
import { usersKey } from '../query-keys.ts';
import { passwordTooShort } from '../account/password-too-short.ts';
import { NewPasswordField } from './new-password-field.tsx';

interface Props {
  user: User;
}

/** Sets a new password for a user, such as a lost one. */
export function ResetPassword({ user }: Props) {
  const state = useSaveForm({
    initial: { password: '', must_change_password: true },
    validate: { password: passwordTooShort },
    save: (body) =>
      portal.POST('/api/admin/users/{id}/password', { params: { path: { id: user.id } }, body }),
    refresh: [usersKey],
    done: t('users.passwordSet', { name: user.username }),
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('users.setPassword')} disabled={form.values.password === ''}>
      <NewPasswordField
        label={t('users.newPassword')}
        description={t('users.newPasswordHint')}
        password={form.getInputProps('password')}
        mustChange={form.getInputProps('must_change_password')}
      />
    </SaveForm>
  );
}
