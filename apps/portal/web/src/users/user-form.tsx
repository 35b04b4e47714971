import { Switch, TextInput } from '@mantine/core';
import { RelativeTime, SaveForm, t, useMe, useSaveForm } from '@cairn/ui';
import { passwordTooShort } from '../account/password-too-short.ts';
import { portal, type User } from '../client.ts';
import { groupsKey, usersKey } from '../query-keys.ts';
import { GroupChoice } from './group-choice.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface Props {
  /** The user to change; a new one when left out. */
  user?: User;
  onDone: () => void;
}

/** The account of a user; a new one has an initial password. */
export function UserForm({ user, onDone }: Props) {
  const { data: me } = useMe();
  const isSelf = user !== undefined && me?.user?.username === user.username;
  const state = useSaveForm({
    initial: {
      username: user?.username ?? '',
      display_name: user?.display_name ?? '',
      email: user?.email ?? '',
      password: '',
      must_change_password: true,
      enabled: user?.enabled ?? true,
      group_ids: user?.group_ids ?? [],
    },
    validate: {
      username: (name) => (name.trim() === '' ? t('users.usernameMissing') : null),
      email: (email) =>
        email.trim() === '' || /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : t('users.emailWrong'),
      password: (password) => (user ? null : passwordTooShort(password)),
    },
    save: ({ username, password, must_change_password, ...account }) => {
      const fields = { ...account, email: account.email.trim() || null };
      return user
        ? portal.PUT('/api/admin/users/{id}', { params: { path: { id: user.id } }, body: fields })
        : portal.POST('/api/admin/users', {
            body: { ...fields, username: username.trim(), password, must_change_password },
          });
    },
    refresh: [usersKey, groupsKey],
    done: ({ username }) => t(user ? 'users.saved' : 'users.added', { name: username }),
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(user ? 'users.save' : 'users.add')}
      disabled={user !== undefined && !form.isDirty()}
      onCancel={onDone}
    >
      <TextInput
        label={t('users.username')}
        description={t(user ? 'users.usernameStays' : 'users.usernameHint')}
        required={!user}
        readOnly={user !== undefined}
        variant={user ? 'filled' : undefined}
        maxLength={150}
        autoComplete="off"
        data-autofocus={user ? undefined : true}
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
      {!user && (
        <NewPasswordField
          label={t('users.password')}
          description={t('users.passwordHint')}
          required
          password={form.getInputProps('password')}
          mustChange={form.getInputProps('must_change_password')}
        />
      )}
      <GroupChoice {...form.getInputProps('group_ids')} />
      <Switch
        label={t('users.mayEnter')}
        description={t(isSelf ? 'users.notYourself' : 'users.mayEnterHint')}
        disabled={isSelf}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      {user && (
        <span style={{ color: 'var(--cairn-muted)', fontSize: 12 }}>
          {t('users.created')} <RelativeTime value={user.created_at} />
        </span>
      )}
    </SaveForm>
  );
}
