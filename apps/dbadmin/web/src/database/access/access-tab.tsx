import { Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  DataTable,
  EmptyState,
  Panel,
  RelativeTime,
  RowLink,
  SidePanel,
  t,
  useApi,
  useChange,
  useRights,
  type Column,
} from '@cairn/ui';
import { dbadmin, type Grant, type GrantResult, type Level } from '../../client.ts';
import { databaseKey, rolesKey } from '../../query-keys.ts';
import { roleHref } from '../../roles/columns.tsx';
import { useRoles } from '../../roles/use-roles.ts';
import type { TabProps } from '../database-page.tsx';
import { GrantForm } from './grant-form.tsx';
import { GrantOutcome } from './grant-outcome.tsx';
import { LevelSelect } from './level-select.tsx';

/** Who may do what in a database, as it was granted here; what a change reached is told below. */
export function AccessTab({ database }: TabProps) {
  const mayAdminister = useRights('dbadmin').admin;
  const [adding, setAdding] = useState(false);
  const [outcome, setOutcome] = useState<GrantResult | null>(null);
  const path = { id: database.id };
  const key = [...databaseKey(database.id), 'access'];
  const grants = useApi(key, (signal) =>
    dbadmin.GET('/api/databases/{id}/access', { params: { path }, signal }),
  );
  const after = { refresh: [key, rolesKey(database.connection_id)], onDone: setOutcome };
  const change = useChange(
    ({ name, level }: { name: string; level: Level }) =>
      dbadmin.PUT('/api/databases/{id}/access/{name}', {
        params: { path: { ...path, name } },
        body: { level },
      }),
    after,
  );
  const revoke = useChange(
    (name: string) =>
      dbadmin.DELETE('/api/databases/{id}/access/{name}', { params: { path: { ...path, name } } }),
    after,
  );
  const groups = useRoles(database.connection_id, 'groups').data;
  const columns = useMemo(() => {
    const names = new Set(groups?.map(({ name }) => name));
    return grantColumns((name) =>
      roleHref(names.has(name) ? 'groups' : 'users', database.connection_id, name),
    );
  }, [groups, database.connection_id]);
  const grant = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('access.grant')}
    </Button>
  );
  const isBusy = change.isPending || revoke.isPending;
  return (
    <>
      {outcome ? <GrantOutcome outcome={outcome} onClose={() => setOutcome(null)} /> : null}
      <DataTable
        label={t('access.label', { name: database.name })}
        rows={grants.data}
        columns={columns}
        rowKey={(row) => row.role_name}
        rowName={(row) => row.role_name}
        source={grants}
        tools={mayAdminister ? grant : undefined}
        {...(mayAdminister
          ? {
              actions: (row: Grant) => (
                <LevelSelect
                  role={row.role_name}
                  level={row.level}
                  disabled={isBusy}
                  onChange={(level) => change.mutate({ name: row.role_name, level })}
                  onRevoke={() => revoke.mutate(row.role_name)}
                />
              ),
            }
          : {})}
        empty={
          <EmptyState
            boxed
            title={t('access.none')}
            text={t('access.noneText')}
            action={mayAdminister ? grant : undefined}
          />
        }
      />
      <Panel title={t('access.levels')}>
        <dl style={{ display: 'grid', gap: 8, margin: 0 }}>
          {(['readonly', 'readwrite', 'admin'] as const).map((level) => (
            <div key={level}>
              <dt style={{ fontWeight: 550 }}>{t(`access.level.${level}`)}</dt>
              <dd style={{ margin: 0 }}>{t(`access.levelHint.${level}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <SidePanel opened={adding} title={t('access.grant')} onClose={() => setAdding(false)}>
        {adding ? (
          <GrantForm
            database={database}
            granted={grants.data ?? []}
            onGranted={(result) => {
              setAdding(false);
              setOutcome(result);
            }}
            onCancel={() => setAdding(false)}
          />
        ) : null}
      </SidePanel>
    </>
  );
}

function grantColumns(hrefOf: (role: string) => string): Column<Grant>[] {
  return [
    {
      key: 'role',
      header: t('access.role'),
      value: (row) => row.role_name,
      cell: (row) => <RowLink href={hrefOf(row.role_name)}>{row.role_name}</RowLink>,
      always: true,
    },
    {
      key: 'level',
      header: t('access.levelName'),
      value: (row) => t(`access.level.${row.level}`),
      cell: (row) => (
        <Badge color={row.level === 'admin' ? 'orange' : row.level === 'readwrite' ? 'blue' : 'gray'}>
          {t(`access.level.${row.level}`)}
        </Badge>
      ),
    },
    {
      key: 'at',
      header: t('access.since'),
      value: (row) => new Date(row.granted_at),
      cell: (row) => <RelativeTime value={row.granted_at} />,
      from: 'sm',
    },
    { key: 'by', header: t('backups.by'), value: (row) => row.granted_by, from: 'md' },
  ];
}
