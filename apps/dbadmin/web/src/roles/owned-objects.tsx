import { Alert } from '@mantine/core';
import { ErrorState, formatNumber, LoadingRows, Panel, t, useApi } from '@cairn/ui';
import { dbadmin, type Connection, type Owned, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import styles from './roles.module.css';

/** What a role owns, database by database. */
export function OwnedObjects({ server, role }: { server: Connection; role: Role }) {
  const params = { path: { id: server.id, name: role.name } };
  const owned = useApi([...rolesKey(server.id), 'owned', role.name], (signal) =>
    dbadmin.GET('/api/connections/{id}/pg-users/{name}/owned', { params, signal }),
  );
  return (
    <Panel title={t('owned.title')} lead={t('owned.lead')}>
      {owned.error ? (
        <ErrorState error={owned.error} retry={() => void owned.refetch()} />
      ) : owned.data ? (
        <OwnedList owned={owned.data} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Panel>
  );
}

/** The same list, wherever it is needed. */
export function OwnedList({ owned }: { owned: Owned }) {
  const holding = owned.databases.filter(
    (each) => each.owns_database || each.objects.length > 0 || each.error,
  );
  if (holding.length === 0) return <p className={styles.quiet}>{t('owned.nothing')}</p>;
  return (
    <ul className={styles.owned}>
      {holding.map(({ database, owns_database: owns, objects, count = objects.length, error }) => (
        <li key={database}>
          <details open={holding.length === 1 && count <= 20}>
            <summary>
              <strong>{database}</strong>{' '}
              <span className={styles.quiet}>
                {[
                  owns ? t('owned.database') : null,
                  count > 0 ? t('owned.objects', { count, number: formatNumber(count) }) : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </summary>
            {error ? <Alert color="yellow">{error}</Alert> : null}
            <ul className={styles.objects}>
              {objects.map(({ kind, name }) => (
                <li key={`${kind} ${name}`}>
                  <span className={styles.quiet}>{kind}</span> <code>{name}</code>
                </li>
              ))}
            </ul>
            {count > objects.length ? (
              <p className={styles.quiet}>
                {t('owned.more', { number: formatNumber(count - objects.length) })}
              </p>
            ) : null}
          </details>
        </li>
      ))}
    </ul>
  );
}
