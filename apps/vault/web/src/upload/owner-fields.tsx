import { Autocomplete, PasswordInput, Select, TextInput } from '@mantine/core';
import { t, useApi, useRights } from '@cairn/ui';
import { vault } from '../client.ts';
import { OWNERS } from './spatialdb.ts';
import type { SpatialDbForm } from './use-spatialdb.ts';

interface OwnerFieldsProps {
  database: SpatialDbForm;
  /** The sentence for an invalid field. */
  wrong: (name: 'ownerName' | 'ownerPassword') => string | undefined;
}

/** Whose a new database is: for administrators of database administration, who alone may name or create a role. */
export function OwnerFields({ database: { values, change }, wrong }: OwnerFieldsProps) {
  const mayName = useRights('dbadmin').admin;
  const { server, owner } = values;
  const roles = useApi(
    ['databases', 'roles', server],
    (signal) =>
      vault.GET('/api/dbadmin-service/connections/{id}/pg-users', {
        params: { path: { id: Number(server) } },
        signal,
      }),
    { enabled: mayName && owner === 'existing' && server !== '', staleTime: 30_000 },
  );
  if (!mayName) return null;
  const name = {
    label: t('upload.db.ownerName'),
    required: true,
    maxLength: 63,
    autoComplete: 'off',
    spellCheck: false,
    value: values.ownerName,
    error: wrong('ownerName'),
  };
  return (
    <>
      <Select
        label={t('upload.db.owner')}
        description={t('upload.db.ownerHint')}
        data={OWNERS.map((value) => ({ value, label: t(`upload.db.owners.${value}`) }))}
        value={owner}
        allowDeselect={false}
        onChange={(next) => change({ owner: next ?? owner, ownerName: '', ownerPassword: '' })}
      />
      {owner === 'existing' ? (
        <Autocomplete
          {...name}
          limit={50}
          data={(roles.data ?? []).filter(({ reserved }) => !reserved).map((role) => String(role.name))}
          onChange={(ownerName) => change({ ownerName })}
        />
      ) : null}
      {owner === 'new' ? (
        <>
          <TextInput {...name} onChange={(event) => change({ ownerName: event.currentTarget.value })} />
          <PasswordInput
            label={t('upload.db.ownerPassword')}
            description={t('upload.db.ownerPasswordHint')}
            required
            autoComplete="new-password"
            value={values.ownerPassword}
            error={wrong('ownerPassword')}
            onChange={(event) => change({ ownerPassword: event.currentTarget.value })}
          />
        </>
      ) : null}
    </>
  );
}
