import { Alert, PasswordInput, Switch, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { roleNameProblem } from '../databases/identifier-check.ts';
import { rolesKey } from '../query-keys.ts';
import type { RoleKind } from './use-roles.ts';

interface CreateRoleFormProps {
  kind: RoleKind;
  server: Connection;
  onDone: () => void;
}

/** Creates a user or a group. */
export function CreateRoleForm({ kind, server, onDone }: CreateRoleFormProps) {
  const isUser = kind === 'users';
  const params = { path: { id: server.id } };
  const state = useSaveForm({
    initial: { name: '', password: '', is_superuser: false },
    validate: {
      name: roleNameProblem,
      password: (value) => (isUser && value === '' ? t('roles.passwordMissing') : null),
    },
    save: async (values) =>
      isUser
        ? dbadmin.POST('/api/connections/{id}/pg-users', {
            params,
            body: { ...values, name: values.name.trim(), can_login: true },
          })
        : dbadmin.POST('/api/connections/{id}/pg-groups', { params, body: { name: values.name.trim() } }),
    refresh: [rolesKey(server.id)],
    done: ({ name }) => t('roles.created', { name }),
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t(`roles.${kind}.create`)} onCancel={onDone}>
      <TextInput
        label={t('common.name')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      {isUser ? (
        <>
          <PasswordInput
            label={t('roles.password')}
            description={t('roles.passwordHint')}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Switch
            label={t('roles.superuser')}
            description={t('roles.superuserHint')}
            {...form.getInputProps('is_superuser', { type: 'checkbox' })}
          />
        </>
      ) : (
        <Alert color="gray">{t('roles.groupHint')}</Alert>
      )}
    </SaveForm>
  );
}
