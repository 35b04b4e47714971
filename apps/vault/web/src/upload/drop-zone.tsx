import { IconFileUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { formatBytes, t, useApi } from '@cairn/ui';
import { vault } from '../client.ts';
import { ACCEPTED } from './file-check.ts';
import styles from './upload.module.css';

interface DropZoneProps {
  single: boolean;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen. What is wrong with one is said in the list, beside its name. */
export function DropZone({ single, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const limit = useApi(['limits'], (signal) => vault.GET('/api/limits', { signal }), { staleTime: Infinity });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <label className={styles.zone} data-accept={over || undefined}>
      <input
        type="file"
        className={styles.zoneInput}
        multiple={!single}
        accept={ACCEPTED.join(',')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        aria-label={t(single ? 'upload.chooseOne' : 'upload.choose')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <span className={styles.zoneWords}>
        <IconFileUpload size={30} stroke={1.5} aria-hidden />
        <strong>{t(over ? 'upload.dropNow' : single ? 'upload.dropVersion' : 'upload.drop')}</strong>
        <span>{ACCEPTED.join('  ')}</span>
        {limit.data ? (
          <span>{t('upload.sizeLimit', { size: formatBytes(limit.data.max_upload_bytes) })}</span>
        ) : null}
      </span>
    </label>
  );
}
