import { Alert, Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { ApiError, FileDropZone, formatBytes, Panel, sentenceOf, t, uploadFile, useRights } from '@cairn/ui';
import { pageHref } from '../../addresses.ts';
import type { UploadedFile } from '../../client.ts';
import type { DatabaseTabProps } from '../types.ts';
import { DatasetPicker } from './dataset-picker.tsx';
import { ImportForm } from './import-form.tsx';
import text from '../../layout/text.module.css';
import styles from './import.module.css';

const EXTENSIONS = ['.gpkg', '.zip', '.geojson', '.json', '.shp'];
const MAX_BYTES = 512 * 1024 ** 2;

interface Upload {
  file: File;
  /** From 0 to 1. */
  progress: number;
  controller: AbortController;
}

/** Imports a file or a dataset into tables: it is uploaded or fetched, inspected, then imported by jobs. */
export function ImportTab({ database }: DatabaseTabProps) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [uploaded, setUploaded] = useState<UploadedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [queued, setQueued] = useState(0);
  const hasVault = useRights('vault').view;
  const startUpload = (file: File) => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    setQueued(0);
    if (refusal) return;
    const controller = new AbortController();
    setUpload({ file, progress: 0, controller });
    uploadFile<UploadedFile>({
      url: pageHref(`/api/databases/${database.id}/import/upload`),
      file,
      signal: controller.signal,
      onProgress: ({ sentBytes, totalBytes }) =>
        setUpload({ file, progress: sentBytes / totalBytes, controller }),
    })
      .then(setUploaded, (error: unknown) => {
        if (!controller.signal.aborted) setProblem(sentenceWithId(error));
      })
      .finally(() => setUpload(null));
  };
  if (database.state !== 'ready') return <Alert color="yellow">{t('import.notReady')}</Alert>;
  return (
    <Panel title={t('import.title')} lead={t('import.lead')}>
      {database.spatialdb && !database.spatialdb.installed ? (
        <Alert color="yellow" mb="md">
          {t('import.notSpatial')}
        </Alert>
      ) : null}
      {problem ? (
        <Alert color="red" role="alert" mb="md" withCloseButton onClose={() => setProblem(null)}>
          {problem}
        </Alert>
      ) : null}
      {uploaded ? (
        <>
          {queued > 0 ? (
            <Alert color="gray" role="status" mb="md">
              {t('import.started', { count: queued })}
            </Alert>
          ) : null}
          <ImportForm
            database={database}
            uploaded={uploaded}
            onQueued={setQueued}
            onCancel={() => setUploaded(null)}
          />
        </>
      ) : upload ? (
        <UploadProgress {...upload} />
      ) : (
        <>
          <FileDropZone
            title={t('import.drop')}
            extensions={EXTENSIONS}
            onFiles={([file]) => file && startUpload(file)}
          >
            <span>{t('import.formats')}</span>
          </FileDropZone>
          {hasVault ? (
            <DatasetPicker
              database={database}
              onFetched={setUploaded}
              onStart={() => {
                setProblem(null);
                setQueued(0);
              }}
            />
          ) : null}
        </>
      )}
    </Panel>
  );
}

function UploadProgress({ file, progress, controller }: Upload) {
  const isSent = progress >= 1;
  return (
    <div className={styles.upload}>
      <span>
        <strong>{file.name}</strong> <span className="numeric">{formatBytes(file.size)}</span>
      </span>
      <Button size="compact-sm" variant="default" onClick={() => controller.abort()}>
        {t('import.cancel')}
      </Button>
      <Progress
        className={styles.bar}
        value={100 * progress}
        animated={isSent}
        aria-label={t('import.progress', { name: file.name })}
      />
      <span className={text.quiet} role="status">
        {isSent ? t('import.inspecting') : t('import.sent', { percent: Math.floor(100 * progress) })}
      </span>
    </div>
  );
}

/** Why a file would be refused, before any of it is uploaded. */
function refusalOf({ name, size }: File): string | null {
  const lower = name.toLowerCase();
  if (!EXTENSIONS.some((extension) => lower.endsWith(extension))) return t('import.refused.kind', { name });
  if (size === 0) return t('import.refused.empty', { name });
  return size > MAX_BYTES ? t('import.refused.large', { name }) : null;
}

function sentenceWithId(error: unknown): string {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id ? `${sentenceOf(error)} (${id})` : sentenceOf(error);
}
