import { LoadingRows, Panel, RelativeTime, ServiceLink, t } from '@cairn/ui';
import { databaseHref } from '../addresses.ts';
import type { Database } from '../client.ts';
import { Verified } from '../databases/backup-badges.tsx';
import text from '../layout/text.module.css';
import styles from './workspace.module.css';

const MAX_SHOWN = 8;

/** The databases with the newest backups, and when each backup was last verified. */
export function LastBackups({ databases }: { databases: Database[] | undefined }) {
  const backedUp = (databases ?? [])
    .filter(({ last_backup: backup }) => backup)
    .sort((a, b) => (b.last_backup?.created_at ?? '').localeCompare(a.last_backup?.created_at ?? ''))
    .slice(0, MAX_SHOWN);
  return (
    <Panel title={t('workspace.backups')}>
      {!databases ? (
        <LoadingRows rows={3} height={24} />
      ) : backedUp.length === 0 ? (
        <p className={text.quiet}>{t('workspace.noBackups')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('common.database')}</th>
              <th scope="col">{t('backups.created')}</th>
              <th scope="col">{t('backups.verified')}</th>
            </tr>
          </thead>
          <tbody>
            {backedUp.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <ServiceLink href={databaseHref(row.id, 'backups')}>{row.name}</ServiceLink>
                </th>
                <td>
                  <RelativeTime value={row.last_backup?.created_at} />
                </td>
                <td>
                  <Verified at={row.last_backup?.verified_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
