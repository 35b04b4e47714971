import { Alert, Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { ApiError, FileDropZone, formatBytes, Panel, sentenceOf, t, uploadFile, useRights } from '@cairn/ui';
import { pageHref, type UploadedFile } from '../../client.ts';
import type { TabProps } from '../database-page.tsx';
import { DatasetPicker } from './dataset-picker.tsx';
import { ImportForm } from './import-form.tsx';
import { ACCEPTED, refusalOf } from './file-check.ts';
import styles from './import.module.css';

interface Sending {
  file: File;
  sent: number;
  stop: AbortController;
}

/** A file from this computer or of a dataset into a table: sent or fetched first, looked into, then imported by a job. */
export function ImportTab({ database }: TabProps) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [uploaded, setUploaded] = useState<UploadedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [queued, setQueued] = useState(0);
  const hasVault = useRights('vault').view;
  const begin = (file: File) => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    setQueued(0);
    if (refusal) return;
    const stop = new AbortController();
    setSending({ file, sent: 0, stop });
    uploadFile<UploadedFile>({
      url: pageHref(`/api/databases/${database.id}/import/upload`),
      file,
      signal: stop.signal,
      onProgress: ({ sentBytes, totalBytes }) => setSending({ file, sent: sentBytes / totalBytes, stop }),
    })
      .then(setUploaded, (error: unknown) => {
        if (!stop.signal.aborted) setProblem(sentenceWithId(error));
      })
      .finally(() => setSending(null));
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
              {t('import.fileKept', { count: queued })}
            </Alert>
          ) : null}
          <ImportForm
            database={database}
            uploaded={uploaded}
            onQueued={setQueued}
            onCancel={() => setUploaded(null)}
          />
        </>
      ) : sending ? (
        <SendingRow {...sending} />
      ) : (
        <>
          <FileDropZone
            title={t('import.drop')}
            extensions={ACCEPTED}
            onFiles={([file]) => file && begin(file)}
          >
            <span>{t('import.kinds')}</span>
          </FileDropZone>
          {hasVault ? (
            <DatasetPicker
              database={database}
              onFetched={setUploaded}
              onBegin={() => {
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

function SendingRow({ file, sent, stop }: Sending) {
  const arrived = sent >= 1;
  return (
    <div className={styles.sending}>
      <span>
        <strong>{file.name}</strong> <span className="numeric">{formatBytes(file.size)}</span>
      </span>
      <Button size="compact-sm" variant="default" onClick={() => stop.abort()}>
        {t('import.stop')}
      </Button>
      <Progress
        className={styles.bar}
        value={100 * sent}
        animated={arrived}
        aria-label={t('import.sendingOf', { name: file.name })}
      />
      <span className={styles.quiet} role="status">
        {arrived ? t('import.looking') : t('import.sent', { percent: Math.floor(100 * sent) })}
      </span>
    </div>
  );
}

function sentenceWithId(error: unknown): string {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id ? `${sentenceOf(error)} (${id})` : sentenceOf(error);
}
