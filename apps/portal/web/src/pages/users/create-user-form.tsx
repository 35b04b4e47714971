import { Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal } from '../../api.ts';
import { keys } from '../../queries.ts';
import { emailProblem } from './email-problem.ts';
import { GroupChoice } from './group-choice.tsx';
import { passwordTooShort } from '../../parts/password-too-short.ts';
import { NewPasswordField } from './new-password-field.tsx';

interface Props {
  onCreated: () => void;
  onCancel: () => void;
}

/** A new user, with a first password. */
export function CreateUserForm({ onCreated, onCancel }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: {
      username: '',
      display_name: '',
      email: '',
      password: '',
      must_change_password: true,
      enabled: true,
      group_ids: [] as number[],
    },
    validate: {
      username: (name) => (name.trim() === '' ? t('users.usernameMissing') : null),
      email: emailProblem,
      password: passwordTooShort,
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
          label={t('users.displayName')}
          description={t('users.displayNameHint')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('display_name')}
        />
        <TextInput
          label={t('users.email')}
          type="email"
          maxLength={320}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <NewPasswordField
          label={t('users.password')}
          description={t('users.passwordHint')}
          required
          password={form.getInputProps('password')}
          mustChange={form.getInputProps('must_change_password')}
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
