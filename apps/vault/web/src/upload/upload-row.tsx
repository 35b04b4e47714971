import { Button, CloseButton, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatBytes, formatDuration, ServiceLink, t } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import { UploadResult } from './upload-result.tsx';
import { isActive, type Upload } from './uploads-store.ts';
import styles from './upload.module.css';

interface UploadRowProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
  onRemove: () => void;
  onAnswer: (asVersion: boolean) => void;
}

/** One file: its progress, its result and its actions. */
export function UploadRow({ upload, onCancel, onRetry, onRemove, onAnswer }: UploadRowProps) {
  const { file, status, result } = upload;
  const active = isActive(status);
  const close = t(active ? 'upload.cancel' : 'upload.remove', { name: file.name });
  return (
    <li className={styles.row} data-upload-status={status}>
      <div className={styles.rowHead}>
        <span className={styles.fileName}>{file.name}</span>
        <span className={styles.quiet}>{formatBytes(file.size)}</span>
        <CloseButton size="sm" aria-label={close} title={close} onClick={active ? onCancel : onRemove} />
      </div>
      {active ? (
        <Progress
          value={status === 'waiting' ? 0 : (100 * upload.sentBytes) / file.size}
          animated={status === 'checking'}
          size="sm"
          aria-label={t('upload.progress', { name: file.name })}
        />
      ) : null}
      <div className={styles.rowFoot}>
        <Sentence upload={upload} />
        {status === 'done' && result ? (
          <Button
            size="compact-sm"
            variant="light"
            component={ServiceLink}
            href={datasetHref(result.dataset)}
          >
            {t('upload.open')}
          </Button>
        ) : null}
        {canRetry(upload) ? (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('upload.retry')}
          </Button>
        ) : null}
        {status === 'exists' ? (
          <span className={styles.answers}>
            <Button size="compact-sm" variant="light" onClick={() => onAnswer(true)}>
              {t('upload.asVersion')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
              {t('upload.keepBoth', { name: upload.otherName })}
            </Button>
          </span>
        ) : null}
      </div>
      {status === 'done' && result ? <UploadResult result={result} /> : null}
    </li>
  );
}

/** Sending the same bytes again helps against interruptions, not against what the server found in the file. */
function canRetry({ status, error }: Upload): boolean {
  if (status === 'cancelled') return true;
  const code = error?.status ?? 0;
  return status === 'failed' && (code < 400 || code >= 500 || [401, 408, 409, 429].includes(code));
}

function Sentence({ upload }: { upload: Upload }) {
  const { file, status, result, error, refusal, name } = upload;
  if (status === 'failed' || status === 'refused') {
    const words = refusal ? t(`upload.refused.${refusal}`, { name: file.name }) : error?.message;
    return (
      <span className={styles.wrong} role="alert">
        <IconAlertTriangle size={15} aria-hidden /> {words}
        {canRetry(upload) ? ` ${t('upload.startsOver')}` : null}
      </span>
    );
  }
  if (status === 'done' && result) {
    const words = t(`upload.status.${result.unchanged ? 'unchanged' : 'done'}`, { version: result.version });
    return (
      <span className={styles.good} role="status">
        <IconCircleCheck size={15} aria-hidden /> {words}
      </span>
    );
  }
  if (status === 'uploading') return <span className={styles.quiet}>{progressWords(upload)}</span>;
  const loads = status === 'checking' && 'spatialdb_import' in upload.fields;
  return (
    <span className={styles.quiet} role="status">
      {t(`upload.status.${loads ? 'loading' : status}`, { name })}
    </span>
  );
}

function progressWords({ file, sentBytes, rate, secondsLeft }: Upload): string {
  const parts = [t('upload.sent', { sent: formatBytes(sentBytes), total: formatBytes(file.size) })];
  if (rate > 0) parts.push(t('upload.rate', { rate: formatBytes(rate) }));
  if (secondsLeft !== null) parts.push(t('upload.left', { time: formatDuration(secondsLeft) }));
  return parts.join(' · ');
}
