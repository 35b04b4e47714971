import { Alert, PasswordInput, Stack, Switch } from '@mantine/core';
import { FormActions, Panel, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { passwordWords } from './columns.tsx';

interface LoginFormProps {
  server: Connection;
  role: Role;
  mayChange: boolean;
}

/** How a role logs in: password, whether it may at all, and whether it may do everything. */
export function LoginForm({ server, role, mayChange }: LoginFormProps) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { password: '', can_login: role.can_login, is_superuser: role.is_superuser },
    save: (body) =>
      dbadmin.PUT('/api/connections/{id}/pg-users/{name}', {
        params: { path: { id: server.id, name: role.name } },
        body,
      }),
    refresh: [rolesKey(server.id)],
    done: t('roles.saved', { name: role.name }),
    onSaved() {
      const clean = { ...form.getValues(), password: '' };
      form.setValues(clean);
      form.resetDirty(clean);
    },
  });
  return (
    <Panel title={t('roles.login')} lead={t(passwordWords(role))}>
      {role.reserved ? (
        <Alert color="gray" mb="md">
          {t('roles.reservedHint')}
        </Alert>
      ) : null}
      <form {...bind} autoComplete="off">
        <Stack gap="md">
          <PasswordInput
            label={t('roles.newPassword')}
            description={t('roles.newPasswordHint')}
            autoComplete="new-password"
            disabled={!mayChange}
            {...form.getInputProps('password')}
          />
          <Switch
            label={t('roles.canLogin')}
            description={t('roles.canLoginHint')}
            disabled={!mayChange}
            {...form.getInputProps('can_login', { type: 'checkbox' })}
          />
          <Switch
            label={t('roles.superuser')}
            description={t('roles.superuserHint')}
            disabled={!mayChange}
            {...form.getInputProps('is_superuser', { type: 'checkbox' })}
          />
          {mayChange ? (
            <FormActions
              save={t('connections.save')}
              saving={saving}
              problem={problem}
              disabled={!form.isDirty()}
            />
          ) : null}
        </Stack>
        {guard}
      </form>
    </Panel>
  );
}
