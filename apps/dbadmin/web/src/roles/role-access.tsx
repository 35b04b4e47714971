import { Alert } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Loaded, Panel, ServiceLink, t, useApi } from '@cairn/ui';
import { databaseHref } from '../addresses.ts';
import { dbadmin, type AccessSource, type Connection, type DatabaseAccess, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import type { RoleKind } from './use-roles.ts';
import styles from './role-access.module.css';

interface RoleAccessProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
}

const PRIVILEGES = ['CONNECT', 'TEMPORARY', 'CREATE'] as const;
const SOURCES = ['direct', 'group', 'public', 'set_role', 'owner', 'superuser'] as const;

/** The privileges of a role in each database, and the source of each. */
export function RoleAccess({ kind, server, role }: RoleAccessProps) {
  const params = { path: { id: server.id, name: role.name } };
  const access = useApi([...rolesKey(server.id), 'access', role.name], (signal) =>
    kind === 'users'
      ? dbadmin.GET('/api/connections/{id}/pg-users/{name}/access', { params, signal })
      : dbadmin.GET('/api/connections/{id}/pg-groups/{name}/access', { params, signal }),
  );
  return (
    <Panel title={t('roleAccess.title')} lead={t('roleAccess.lead')} flush={access.isSuccess}>
      <Loaded query={access} rows={3}>
        {({ is_superuser: isSuperuser, databases }) => (
          <>
            {isSuperuser ? (
              <div className={styles.padded}>
                <Alert color="orange">{t('roleAccess.superuser')}</Alert>
              </div>
            ) : null}
            <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('roleAccess.table')}>
              <table className={styles.grid}>
                <thead>
                  <tr>
                    <th scope="col">{t('common.database')}</th>
                    <th scope="col">{t('access.level')}</th>
                    {PRIVILEGES.map((privilege) => (
                      <th scope="col" key={privilege}>
                        {t(`roleAccess.privileges.${privilege}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {databases.map((row) => (
                    <DatabaseRow key={row.database} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
            <Legend />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function DatabaseRow({ row }: { row: DatabaseAccess }) {
  return (
    <tr>
      <th scope="row">
        {row.database_id === null ? (
          row.database
        ) : (
          <ServiceLink href={databaseHref(row.database_id, 'access')}>{row.database}</ServiceLink>
        )}
        <span className={styles.owner}>{t('roleAccess.ownedBy', { owner: row.owner })}</span>
      </th>
      <td>
        <LevelCell levels={row.levels} />
      </td>
      {PRIVILEGES.map((name) => {
        const privilege = row.privileges.find((each) => each.privilege === name);
        return (
          <td key={name}>
            <PrivilegeCell isEffective={privilege?.effective ?? false} sources={privilege?.sources ?? []} />
          </td>
        );
      })}
    </tr>
  );
}

/** The access levels granted to the role itself or to a group of it. */
function LevelCell({ levels }: { levels: DatabaseAccess['levels'] }) {
  if (levels.length === 0) return <span className={styles.none}>–</span>;
  return (
    <span className={styles.cell}>
      {levels.map(({ level, kind, via }) => (
        <span key={`${level} ${kind} ${via}`} className={styles.chip} data-source={kind}>
          {t(`access.levels.${level}`)}
          {kind === 'direct' ? '' : ` · ${via ?? t(`roleAccess.source.${kind}`)}`}
        </span>
      ))}
    </span>
  );
}

/** Whether a role has a privilege, and every source of it. */
function PrivilegeCell({ isEffective, sources }: { isEffective: boolean; sources: AccessSource[] }) {
  return (
    <span className={styles.cell}>
      {isEffective ? (
        <IconCheck size={16} className={styles.yes} role="img" aria-label={t('roles.yes')} />
      ) : (
        <IconMinus size={16} className={styles.no} role="img" aria-label={t('roles.no')} />
      )}
      {sources.map(({ kind, via }) => (
        <SourceChip key={`${kind} ${via}`} kind={kind} via={via} />
      ))}
    </span>
  );
}

/** One source of a privilege, in the colour that the legend explains. */
function SourceChip({ kind, via }: Pick<AccessSource, 'kind'> & { via?: string | null }) {
  return (
    <span className={styles.chip} data-source={kind} title={t(`roleAccess.sourceHint.${kind}`)}>
      {via && (kind === 'group' || kind === 'set_role') ? via : t(`roleAccess.source.${kind}`)}
    </span>
  );
}

function Legend() {
  return (
    <dl className={styles.legend} aria-label={t('roleAccess.legend')}>
      {SOURCES.map((kind) => (
        <div key={kind}>
          <dt>
            <SourceChip kind={kind} />
          </dt>
          <dd>{t(`roleAccess.sourceHint.${kind}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
