import { Badge } from '@mantine/core';
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
import { roleHref } from '../../addresses.ts';
import { dbadmin, type Grant, type GrantResult, type Level } from '../../client.ts';
import { AddButton } from '../../layout/add-button.tsx';
import { databaseKey, rolesKey } from '../../query-keys.ts';
import { useRoles } from '../../roles/use-roles.ts';
import type { DatabaseTabProps } from '../types.ts';
import { GrantForm } from './grant-form.tsx';
import { GrantReport } from './grant-report.tsx';
import { LEVELS, LevelMenu } from './level-menu.tsx';

/** The access levels that roles have on a database, with a report of the last change. */
export function AccessTab({ database }: DatabaseTabProps) {
  const mayAdminister = useRights('dbadmin').admin;
  const [isGranting, setGranting] = useState(false);
  const [result, setResult] = useState<GrantResult | null>(null);
  const path = { id: database.id };
  const key = [...databaseKey(database.id), 'access'];
  const grants = useApi(key, (signal) =>
    dbadmin.GET('/api/databases/{id}/access', { params: { path }, signal }),
  );
  const options = { refresh: [key, rolesKey(database.connection_id)], onDone: setResult };
  const change = useChange(
    ({ name, level }: { name: string; level: Level }) =>
      dbadmin.PUT('/api/databases/{id}/access/{name}', {
        params: { path: { ...path, name } },
        body: { level },
      }),
    options,
  );
  const revoke = useChange(
    (name: string) =>
      dbadmin.DELETE('/api/databases/{id}/access/{name}', { params: { path: { ...path, name } } }),
    options,
  );
  const groups = useRoles(database.connection_id, 'groups').data;
  const columns = useMemo(() => {
    const names = new Set(groups?.map(({ name }) => name));
    return grantColumns((name) =>
      roleHref(names.has(name) ? 'groups' : 'users', database.connection_id, name),
    );
  }, [groups, database.connection_id]);
  const grant = mayAdminister ? (
    <AddButton label={t('access.grant')} onClick={() => setGranting(true)} />
  ) : undefined;
  const actions = (row: Grant) => (
    <LevelMenu
      role={row.role_name}
      level={row.level}
      disabled={change.isPending || revoke.isPending}
      onChange={(level) => change.mutate({ name: row.role_name, level })}
      onRevoke={() => revoke.mutate(row.role_name)}
    />
  );
  return (
    <>
      {result ? <GrantReport result={result} onClose={() => setResult(null)} /> : null}
      <DataTable
        label={t('access.label', { name: database.name })}
        rows={grants.data}
        columns={columns}
        rowKey={(row) => row.role_name}
        rowName={(row) => row.role_name}
        source={grants}
        tools={grant}
        actions={mayAdminister ? actions : undefined}
        empty={<EmptyState boxed title={t('access.none')} text={t('access.noneText')} action={grant} />}
      />
      <Panel title={t('access.allLevels')}>
        <dl style={{ display: 'grid', gap: 8, margin: 0 }}>
          {LEVELS.map((level) => (
            <div key={level}>
              <dt style={{ fontWeight: 550 }}>{t(`access.levels.${level}`)}</dt>
              <dd style={{ margin: 0 }}>{t(`access.levelHint.${level}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <SidePanel opened={isGranting} title={t('access.grant')} onClose={() => setGranting(false)}>
        {isGranting ? (
          <GrantForm
            database={database}
            grants={grants.data ?? []}
            onGranted={(next) => {
              setGranting(false);
              setResult(next);
            }}
            onCancel={() => setGranting(false)}
          />
        ) : null}
      </SidePanel>
    </>
  );
}

const LEVEL_COLORS: Record<Level, string> = { readonly: 'gray', readwrite: 'blue', admin: 'orange' };

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
      header: t('access.level'),
      value: (row) => t(`access.levels.${row.level}`),
      cell: (row) => <Badge color={LEVEL_COLORS[row.level]}>{t(`access.levels.${row.level}`)}</Badge>,
    },
    {
      key: 'at',
      header: t('access.granted'),
      value: (row) => new Date(row.granted_at),
      cell: (row) => <RelativeTime value={row.granted_at} />,
      from: 'sm',
    },
    { key: 'by', header: t('common.by'), value: (row) => row.granted_by, from: 'md' },
  ];
}
