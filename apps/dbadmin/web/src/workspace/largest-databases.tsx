import { LoadingRows, Panel, ServiceLink, t } from '@cairn/ui';
import { databaseHref } from '../addresses.ts';
import type { Database } from '../client.ts';
import { Size } from '../databases/columns.tsx';
import text from '../layout/text.module.css';
import styles from './workspace.module.css';

const MAX_SHOWN = 10;

/** The largest databases with their sizes. */
export function LargestDatabases({ databases }: { databases: Database[] | undefined }) {
  const largest = (databases ?? [])
    .filter(({ size_bytes: size }) => typeof size === 'number')
    .sort((a, b) => (b.size_bytes ?? 0) - (a.size_bytes ?? 0))
    .slice(0, MAX_SHOWN);
  const maxSize = Math.max(1, largest[0]?.size_bytes ?? 1);
  return (
    <Panel title={t('workspace.largest')}>
      {!databases ? (
        <LoadingRows rows={3} height={24} />
      ) : largest.length === 0 ? (
        <p className={text.quiet}>{t('databases.none')}</p>
      ) : (
        <table className={styles.table}>
          <tbody>
            {largest.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <ServiceLink href={databaseHref(row.id)}>{row.name}</ServiceLink>
                </th>
                <td>
                  <Size bytes={row.size_bytes ?? null} largest={maxSize} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
