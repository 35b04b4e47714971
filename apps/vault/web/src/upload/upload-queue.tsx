import { Button } from '@mantine/core';
import { t } from '@cairn/ui';
import type { IngestResult } from '../client.ts';
import { cancelUpload, runUploads } from './run-uploads.ts';
import { UploadRow } from './upload-row.tsx';
import {
  changeUpload,
  isActive,
  removeFinished,
  removeUpload,
  useUploads,
  type Upload,
} from './uploads-store.ts';
import styles from './upload.module.css';

/** Files that were added together stay in their order. */
function newestFirst(uploads: readonly Upload[]): Upload[] {
  const batches = Map.groupBy(uploads, ({ batch }) => batch);
  return [...batches.values()].reverse().flat();
}

interface UploadQueueProps {
  onDone: (upload: Upload, result: IngestResult) => void;
}

/** The files of this session: progress, results and open questions. */
export function UploadQueue({ onDone }: UploadQueueProps) {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const restart = (upload: Upload, change: Partial<Upload>) => {
    changeUpload(upload.id, { status: 'waiting', ...change });
    runUploads(onDone);
  };
  return (
    <section className={styles.queue} aria-label={t('upload.queue')}>
      <div className={styles.queueHead}>
        <h2 className={styles.heading}>{t('upload.queue')}</h2>
        {uploads.some(({ status }) => !isActive(status) && status !== 'exists') ? (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={removeFinished}>
            {t('upload.clear')}
          </Button>
        ) : null}
      </div>
      <ul className={styles.rows}>
        {newestFirst(uploads).map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onCancel={() => cancelUpload(upload.id)}
            onRetry={() => restart(upload, {})}
            onRemove={() => removeUpload(upload.id)}
            onAnswer={(asVersion) =>
              restart(upload, asVersion ? { asVersion } : { name: upload.otherName, named: true })
            }
          />
        ))}
      </ul>
    </section>
  );
}
