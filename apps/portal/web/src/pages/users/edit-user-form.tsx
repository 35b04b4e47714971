import { Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, RelativeTime, t, useMe, useSaveForm } from '@cairn/ui';
import { portal, type User } from '../../api.ts';
import { keys } from '../../queries.ts';
import { emailProblem } from './email-problem.ts';
import { GroupChoice } from './group-choice.tsx';

interface Props {
  user: User;
  onDone: () => void;
}

/** What an administrator may change of a user. The username stays. */
export function EditUserForm({ user, onDone }: Props) {
  const { data: me } = useMe();
  const self = me?.user?.username === user.username;
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: {
      display_name: user.display_name ?? '',
      email: user.email,
      enabled: user.enabled,
      group_ids: user.group_ids,
    },
    validate: { email: emailProblem },
    save: (values) =>
      portal.PUT('/api/admin/users/{id}', {
        params: { path: { id: user.id } },
        body: { ...values, email: values.email.trim() || null },
      }),
    refresh: [keys.users, keys.groups],
    done: t('users.saved', { name: user.username }),
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <TextInput
          label={t('users.username')}
          description={t('users.usernameStays')}
          value={user.username}
          readOnly
          variant="filled"
        />
        <TextInput
          label={t('users.displayName')}
          description={t('users.displayNameHint')}
          maxLength={200}
          {...form.getInputProps('display_name')}
        />
        <TextInput label={t('users.email')} type="email" maxLength={320} {...form.getInputProps('email')} />
        <GroupChoice {...form.getInputProps('group_ids')} />
        <Switch
          label={t('users.mayEnter')}
          description={t(self ? 'users.notYourself' : 'users.mayEnterHint')}
          disabled={self}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <span style={{ color: 'var(--cairn-muted)', fontSize: 12 }}>
          {t('users.created')} <RelativeTime value={user.created_at} />
        </span>
        <FormActions
          save={t('users.save')}
          saving={saving}
          problem={problem}
          disabled={!form.isDirty()}
          onCancel={onDone}
        />
      </Stack>
      {guard}
    </form>
  );
}
