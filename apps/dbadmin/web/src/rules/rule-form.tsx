import { Autocomplete, Select, Switch, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection, type Rule } from '../client.ts';
import { useServerDatabases } from '../connections/use-connections.ts';
import { rulesKey } from '../query-keys.ts';
import { useRoleOptions } from '../roles/use-roles.ts';
import { cidrProblem, ruleNameProblem } from './rule-check.ts';
import styles from './rules.module.css';

interface RuleFormProps {
  server: Connection;
  /** The rule to edit; a new one when left out. */
  rule: Rule | undefined;
  mayChange: boolean;
  onDone: () => void;
}

/** Network, database, role and authentication method of a rule. */
export function RuleForm({ server, rule, mayChange, onDone }: RuleFormProps) {
  const path = { id: server.id };
  const databases = useServerDatabases(server.id).data ?? [];
  const roles = useRoleOptions(server.id, ({ name }) => !name.startsWith('pg_'));
  const state = useSaveForm({
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
      const body = {
        ...values,
        name: values.name.trim(),
        cidr: values.cidr.trim(),
        database_name: values.database_name.trim(),
        role_name: values.role_name.trim(),
      };
      if (!rule) return dbadmin.POST('/api/connections/{id}/access-rules', { params: { path }, body });
      return dbadmin.PUT('/api/connections/{id}/access-rules/{ruleId}', {
        params: { path: { ...path, ruleId: rule.id } },
        body,
      });
    },
    refresh: [rulesKey(server.id)],
    done: ({ name }) => t('rules.saved', { name }),
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <fieldset disabled={!mayChange} className={styles.fields}>
      <SaveForm state={state} save={t('rules.save')} onCancel={onDone}>
        <TextInput
          label={t('common.name')}
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
          label={t('common.database')}
          description={t('rules.databaseHint')}
          data={databases}
          {...form.getInputProps('database_name')}
        />
        <Autocomplete
          label={t('rules.role')}
          description={t('rules.roleHint')}
          data={roles}
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
      </SaveForm>
    </fieldset>
  );
}
