import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { t } from '@cairn/ui';
import { useConnectionsToLoadInto } from '../connections/use-connections.ts';
import { useDatabases } from '../databases/use-databases.ts';

export interface TargetOption {
  /** `database:3`, `connection:5` or `new:1`: what it is, and its id. */
  value: string;
  label: string;
}

/**
 * Databases to load into: existing ones, saved connections for administrators, and new ones on any server where the person may
 * create one, which has no database yet on a new platform. Undefined until they are known.
 */
export function useDatabaseTargets(): TargetOption[] | undefined {
  const { databases, servers } = useDatabases();
  const connections = useConnectionsToLoadInto();
  return useMemo(() => {
    if (!databases || !connections) return undefined;
    return [
      ...databases.map(({ databaseId, label }) => ({ value: `database:${databaseId}`, label })),
      ...connections.map(({ id, name }) => ({
        value: `connection:${id}`,
        label: t('upload.db.connection', { name }),
      })),
      ...servers.map(({ id, name }) => ({
        value: `new:${id}`,
        label: t('import.featuresvc.newOn', { server: name }),
      })),
    ];
  }, [databases, servers, connections]);
}

/** The chosen database as the vault spells it. */
export function targetBody(target: string, newName: string) {
  const [what, id] = target.split(':');
  if (what === 'new') {
    return {
      spatialdb_destination: 'new' as const,
      spatialdb_connection_id: Number(id),
      spatialdb_new_database_name: newName,
    };
  }
  const field = what === 'connection' ? 'spatialdb_connection_id' : 'spatialdb_database_id';
  return { spatialdb_destination: 'existing' as const, [field]: Number(id) };
}

interface Values extends Record<string, unknown> {
  target: string;
  newName: string;
}

export function DatabaseTarget<V extends Values>({
  targets,
  form,
}: {
  targets: TargetOption[];
  form: UseFormReturnType<V>;
}) {
  return (
    <>
      <Select
        label={t('import.featuresvc.database')}
        placeholder={t('databases.choose')}
        required
        searchable
        allowDeselect={false}
        data={targets}
        {...form.getInputProps('target')}
      />
      {form.values.target.startsWith('new:') ? (
        <TextInput
          label={t('import.featuresvc.newName')}
          required
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('newName')}
        />
      ) : null}
    </>
  );
}
