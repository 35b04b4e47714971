import { LoadingRows, Panel, RelativeTime, ServiceLink, t } from '@cairn/ui';
import { databaseRoute, pageHref, type Database } from '../client.ts';
import { Verified } from '../database/backups/verified.tsx';
import styles from './workspace.module.css';

const SHOWN = 8;

/** The newest backups, and when each was last read through. */
export function LastBackups({ databases }: { databases: Database[] | undefined }) {
  const backedUp = (databases ?? [])
    .filter(({ last_backup: backup }) => backup)
    .sort((a, b) => (b.last_backup?.created_at ?? '').localeCompare(a.last_backup?.created_at ?? ''))
    .slice(0, SHOWN);
  return (
    <Panel title={t('workspace.backups')}>
      {!databases ? (
        <LoadingRows rows={3} height={24} />
      ) : backedUp.length === 0 ? (
        <p className={styles.quiet}>{t('workspace.noBackups')}</p>
      ) : (
        <table className={styles.sizes}>
          <thead>
            <tr>
              <th scope="col">{t('databases.name')}</th>
              <th scope="col">{t('backups.made')}</th>
              <th scope="col">{t('backups.verified')}</th>
            </tr>
          </thead>
          <tbody>
            {backedUp.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <ServiceLink href={pageHref(databaseRoute(row.id, 'backups'))}>{row.name}</ServiceLink>
                </th>
                <td>
                  <RelativeTime value={row.last_backup?.created_at} />
                </td>
                <td>
                  <Verified at={row.last_backup?.verified_at ?? null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
