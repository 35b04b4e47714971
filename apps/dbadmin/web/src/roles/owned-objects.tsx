import { Alert } from '@mantine/core';
import { Loaded, Panel, formatNumber, t } from '@cairn/ui';
import type { Connection, Owned, Role } from '../client.ts';
import { useOwnedObjects } from './use-roles.ts';
import text from '../layout/text.module.css';
import styles from './roles.module.css';

/** The objects that a role owns, by database. */
export function OwnedObjects({ server, role }: { server: Connection; role: Role }) {
  const owned = useOwnedObjects(server.id, role.name);
  return (
    <Panel title={t('owned.title')} lead={t('owned.lead')}>
      <Loaded query={owned} rows={2}>
        {(data) => <OwnedList owned={data} />}
      </Loaded>
    </Panel>
  );
}

export function OwnedList({ owned }: { owned: Owned }) {
  const databases = owned.databases.filter(
    (each) => each.owns_database || each.objects.length > 0 || each.error,
  );
  if (databases.length === 0) return <p className={text.quiet}>{t('owned.nothing')}</p>;
  return (
    <ul className={styles.owned}>
      {databases.map(({ database, owns_database: owns, objects, count = objects.length, error }) => (
        <li key={database}>
          <details open={databases.length === 1 && count <= 20}>
            <summary>
              <strong>{database}</strong>{' '}
              <span className={text.quiet}>
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
                  <span className={text.quiet}>{kind}</span> <code>{name}</code>
                </li>
              ))}
            </ul>
            {count > objects.length ? (
              <p className={text.quiet}>
                {t('common.more', { number: formatNumber(count - objects.length) })}
              </p>
            ) : null}
          </details>
        </li>
      ))}
    </ul>
  );
}
