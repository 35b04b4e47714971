import { Autocomplete, Select, Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, t, useApi, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection, type Rule } from '../client.ts';
import { connectionsKey, rulesKey } from '../query-keys.ts';
import { useRoles } from '../roles/use-roles.ts';
import { cidrProblem, ruleNameProblem } from './rule-check.ts';

interface RuleFormProps {
  server: Connection;
  /** The rule to change; a new one when left out. */
  rule: Rule | undefined;
  mayChange: boolean;
  onDone: () => void;
}

/** From where, to which database, as whom, and how one signs in. */
export function RuleForm({ server, rule, mayChange, onDone }: RuleFormProps) {
  const path = { id: server.id };
  const databases = useApi([...connectionsKey, server.id, 'live'], (signal) =>
    dbadmin.GET('/api/connections/{id}/databases', { params: { path }, signal }),
  );
  const users = useRoles(server.id, 'users').data ?? [];
  const groups = useRoles(server.id, 'groups').data ?? [];
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: {
      name: rule?.name ?? '',
      cidr: rule?.cidr ?? '',
      database_name: rule?.database_name ?? '',
      role_name: rule?.role_name ?? '',
      auth_method: rule?.auth_method ?? 'scram-sha-256',
      enabled: rule?.enabled ?? true,
    },
    validate: {
      name: ruleNameProblem,
      cidr: (value, values) =>
        cidrProblem(value, { isScoped: Boolean(values.database_name.trim() || values.role_name.trim()) }),
    },
    save: async (values) => {
      const body = trimmed(values);
      if (!rule) return dbadmin.POST('/api/connections/{id}/access-rules', { params: { path }, body });
      return dbadmin.PUT('/api/connections/{id}/access-rules/{ruleId}', {
        params: { path: { ...path, ruleId: rule.id } },
        body,
      });
    },
    refresh: [rulesKey(server.id)],
    done: t('rules.saved'),
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0 }}>
        <Stack gap="md">
          <TextInput
            label={t('rules.name')}
            description={t('rules.nameHint')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('rules.cidr')}
            description={t('rules.cidrHint')}
            placeholder="10.20.0.0/16"
            required
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps('cidr')}
          />
          <Autocomplete
            label={t('rules.database')}
            description={t('rules.databaseHint')}
            data={databases.data ?? []}
            {...form.getInputProps('database_name')}
          />
          <Autocomplete
            label={t('rules.role')}
            description={t('rules.roleHint')}
            data={[...users, ...groups].map(({ name }) => name).filter((name) => !name.startsWith('pg_'))}
            {...form.getInputProps('role_name')}
          />
          <Select
            label={t('rules.method')}
            description={t(form.values.auth_method === 'md5' ? 'rules.md5Hint' : 'rules.scramHint')}
            allowDeselect={false}
            data={['scram-sha-256', 'md5']}
            {...form.getInputProps('auth_method')}
          />
          <Switch label={t('rules.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          <FormActions save={t('rules.save')} saving={saving} problem={problem} onCancel={onDone} />
        </Stack>
      </fieldset>
      {guard}
    </form>
  );
}

interface Values {
  name: string;
  cidr: string;
  database_name: string;
  role_name: string;
  auth_method: string;
  enabled: boolean;
}

function trimmed(values: Values): Values {
  return {
    ...values,
    name: values.name.trim(),
    cidr: values.cidr.trim(),
    database_name: values.database_name.trim(),
    role_name: values.role_name.trim(),
  };
}
