import { Alert, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { roleNameProblem } from './name-check.ts';
import type { RoleKind } from './use-roles.ts';

interface CreateRoleFormProps {
  kind: RoleKind;
  server: Connection;
  onDone: () => void;
}

/** A new login role or group. */
export function CreateRoleForm({ kind, server, onDone }: CreateRoleFormProps) {
  const isUser = kind === 'users';
  const params = { path: { id: server.id } };
  const { form, bind, saving, problem, guard } = useSaveForm({
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
  return (
    <form {...bind} autoComplete="off">
      <Stack gap="md">
        <TextInput
          label={t('roles.name')}
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
        <FormActions save={t(`roles.${kind}.create`)} saving={saving} problem={problem} onCancel={onDone} />
      </Stack>
      {guard}
    </form>
  );
}
