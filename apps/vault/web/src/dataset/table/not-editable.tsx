import { IconLock } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import styles from './table.module.css';

/** Why values cannot be changed here. */
export function NotEditable({ reason }: { reason: string | undefined }) {
  if (!reason) return null;
  return (
    <p className={styles.readOnly}>
      <IconLock size={15} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      {t('editing.readOnly', { reason })}
    </p>
  );
}
