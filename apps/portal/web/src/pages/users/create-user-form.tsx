import { PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal } from '../../api.ts';
import { keys } from '../../queries.ts';
import { emailProblem } from './email-problem.ts';
import { GroupChoice } from './group-choice.tsx';

interface Props {
  onCreated: () => void;
  onCancel: () => void;
}

/** A new user, with a first password. */
export function CreateUserForm({ onCreated, onCancel }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { username: '', email: '', password: '', enabled: true, group_ids: [] as number[] },
    validate: {
      username: (name) => (name.trim() === '' ? t('users.usernameMissing') : null),
      email: emailProblem,
      password: (password) => (password.trim() === '' ? t('users.passwordMissing') : null),
    },
    save: (values) =>
      portal.POST('/api/admin/users', {
        body: { ...values, username: values.username.trim(), email: values.email.trim() || null },
      }),
    refresh: [keys.users, keys.groups],
    done: ({ username }) => t('users.added', { name: username }),
    onSaved: onCreated,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <TextInput
          label={t('users.username')}
          description={t('users.usernameHint')}
          required
          maxLength={150}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('users.email')}
          type="email"
          maxLength={320}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('users.password')}
          description={t('users.passwordHint')}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.password.toggle') }}
          {...form.getInputProps('password')}
        />
        <GroupChoice {...form.getInputProps('group_ids')} />
        <Switch
          label={t('users.mayEnter')}
          description={t('users.mayEnterHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <FormActions save={t('users.add')} saving={saving} problem={problem} onCancel={onCancel} />
      </Stack>
      {guard}
    </form>
  );
}
