import { LoadingRows, Panel, ServiceLink, t } from '@cairn/ui';
import { databaseRoute, pageHref, type Database } from '../client.ts';
import { Size } from '../databases/columns.tsx';
import styles from './workspace.module.css';

const SHOWN = 10;

/** The largest databases beside each other. */
export function Sizes({ databases }: { databases: Database[] | undefined }) {
  const largest = (databases ?? [])
    .filter(({ size_bytes: size }) => typeof size === 'number')
    .sort((a, b) => (b.size_bytes ?? 0) - (a.size_bytes ?? 0))
    .slice(0, SHOWN);
  const most = Math.max(1, largest[0]?.size_bytes ?? 1);
  return (
    <Panel title={t('workspace.sizes')}>
      {!databases ? (
        <LoadingRows rows={3} height={24} />
      ) : largest.length === 0 ? (
        <p className={styles.quiet}>{t('databases.none')}</p>
      ) : (
        <table className={styles.sizes}>
          <tbody>
            {largest.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <ServiceLink href={pageHref(databaseRoute(row.id))}>{row.name}</ServiceLink>
                </th>
                <td>
                  <Size bytes={row.size_bytes ?? null} largest={most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
