import { Alert } from '@mantine/core';
import { ErrorState, LoadingRows, Panel, ServiceLink, t, useApi } from '@cairn/ui';
import {
  databaseRoute,
  dbadmin,
  pageHref,
  type Connection,
  type DatabaseAccess,
  type Role,
} from '../../client.ts';
import { rolesKey } from '../../query-keys.ts';
import type { RoleKind } from '../use-roles.ts';
import { Legend } from './legend.tsx';
import { LevelMarks } from './level-marks.tsx';
import { PrivilegeCell } from './privilege-cell.tsx';
import styles from './access.module.css';

interface AccessGridProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
}

const PRIVILEGES = ['CONNECT', 'TEMPORARY', 'CREATE'] as const;

/** What a role may do in each database, and where it has that from. */
export function AccessGrid({ kind, server, role }: AccessGridProps) {
  const params = { path: { id: server.id, name: role.name } };
  const matrix = useApi([...rolesKey(server.id), 'access', role.name], (signal) =>
    kind === 'users'
      ? dbadmin.GET('/api/connections/{id}/pg-users/{name}/access', { params, signal })
      : dbadmin.GET('/api/connections/{id}/pg-groups/{name}/access', { params, signal }),
  );
  return (
    <Panel title={t('matrix.title')} lead={t('matrix.lead')} flush>
      {matrix.error ? (
        <ErrorState error={matrix.error} retry={() => void matrix.refetch()} />
      ) : !matrix.data ? (
        <div className={styles.padded}>
          <LoadingRows rows={3} />
        </div>
      ) : (
        <>
          {matrix.data.is_superuser ? (
            <div className={styles.padded}>
              <Alert color="orange">{t('matrix.superuser')}</Alert>
            </div>
          ) : null}
          <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('matrix.scrolls')}>
            <table className={styles.grid}>
              <thead>
                <tr>
                  <th scope="col">{t('databases.name')}</th>
                  <th scope="col">{t('matrix.level')}</th>
                  {PRIVILEGES.map((privilege) => (
                    <th scope="col" key={privilege}>
                      {t(`matrix.privileges.${privilege}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {matrix.data.databases.map((row) => (
                  <AccessRow key={row.database} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          <Legend />
        </>
      )}
    </Panel>
  );
}

function AccessRow({ row }: { row: DatabaseAccess }) {
  return (
    <tr>
      <th scope="row">
        {row.database_id === null ? (
          row.database
        ) : (
          <ServiceLink href={pageHref(databaseRoute(row.database_id, 'access'))}>{row.database}</ServiceLink>
        )}
        <span className={styles.owner}>{t('matrix.ownedBy', { owner: row.owner })}</span>
      </th>
      <td>
        <LevelMarks levels={row.levels} />
      </td>
      {PRIVILEGES.map((privilege) => {
        const found = row.privileges.find((each) => each.privilege === privilege);
        return (
          <td key={privilege}>
            <PrivilegeCell isEffective={found?.effective ?? false} sources={found?.sources ?? []} />
          </td>
        );
      })}
    </tr>
  );
}
