import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '@cairn/ui';
import { ACCEPTED } from './file-check.ts';
import styles from './import.module.css';

/** Where a file is dropped or chosen. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <label className={styles.zone} data-over={over || undefined}>
      <input
        type="file"
        className={styles.input}
        accept={ACCEPTED.join(',')}
        aria-label={t('import.choose')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <IconFileImport size={30} stroke={1.5} aria-hidden />
      <strong>{t(over ? 'import.dropNow' : 'import.drop')}</strong>
      <span className={styles.quiet}>{t('import.kinds')}</span>
    </label>
  );
}
