import {
  ApiError,
  basePath,
  formatDuration,
  notifyOutcome,
  sentenceForStatus,
  t,
  trackJob,
  uploadFile,
  type TrackedJob,
} from '@cairn/ui';
import { datasetHref, uploadHref } from '../addresses.ts';
import type { IngestResult } from '../client.ts';
import { createSpeedometer } from './speed.ts';
import { changeUpload, currentUploads, isActive, type Upload } from './uploads-store.ts';

/** Two at a time: one file's checks on the server do not hold up the next file's bytes. */
const AT_ONCE = 2;
const running = new Map<string, AbortController>();

/** Sends what waits, as far as there is room. `onDone` hears of each file that has become a version. */
export function runUploads(onDone: (upload: Upload, result: IngestResult) => void): void {
  const room = AT_ONCE - running.size;
  const waiting = currentUploads().filter(({ id, status }) => status === 'waiting' && !running.has(id));
  for (const upload of waiting.slice(0, room)) {
    void send(upload, onDone).finally(() => {
      running.delete(upload.id);
      runUploads(onDone);
    });
  }
  warnBeforeLeaving();
}

export function cancelUpload(id: string): void {
  const controller = running.get(id);
  if (controller) controller.abort();
  else changeUpload(id, { status: 'cancelled' });
}

async function send(upload: Upload, onDone: (upload: Upload, result: IngestResult) => void): Promise<void> {
  const { id, file, name, named, asVersion, fields } = upload;
  const controller = new AbortController();
  running.set(id, controller);
  const measure = createSpeedometer();
  changeUpload(id, { status: 'uploading', sentBytes: 0, rate: 0, secondsLeft: null });
  track(upload, { status: 'running', progress: 0 });
  try {
    const result = await uploadFile<IngestResult>({
      url: uploadHref(asVersion ? name : null),
      file,
      fields: { ...fields, ...(named ? { dataset_name: name } : {}) },
      signal: controller.signal,
      onProgress: ({ sentBytes, totalBytes }) => {
        const speed = measure(sentBytes, totalBytes, performance.now());
        // The form around the file makes the total a little larger than the file.
        const sent = Math.round(file.size * (sentBytes / Math.max(1, totalBytes)));
        const checking = sentBytes >= totalBytes;
        changeUpload(id, { status: checking ? 'checking' : 'uploading', sentBytes: sent, ...speed });
        track(upload, {
          status: 'running',
          progress: (100 * sent) / file.size,
          stage: stageOf(checking, speed),
        });
      },
    });
    changeUpload(id, { status: 'done', sentBytes: file.size, result, fields: {} });
    track(upload, { status: 'succeeded', href: datasetHref(result.dataset) });
    if (!isUploadPage())
      notifyOutcome({
        sentence: t('upload.ended', { name: file.name, version: result.version }),
        href: datasetHref(result.dataset),
      });
    onDone(upload, result);
  } catch (error) {
    const cancelled = controller.signal.aborted;
    const failure =
      error instanceof ApiError ? error : new ApiError({ status: 0, message: sentenceForStatus(0) });
    changeUpload(id, cancelled ? { status: 'cancelled' } : { status: 'failed', error: failure });
    track(upload, cancelled ? { status: 'cancelled' } : { status: 'failed', stage: failure.message });
    if (!cancelled && !isUploadPage())
      notifyOutcome({
        sentence: t('upload.endedBadly', { name: file.name, reason: failure.message }),
        failed: true,
        href: `${basePath()}/upload`,
      });
  }
}

/** On that page each row shows the outcome of its file. */
function isUploadPage(): boolean {
  return window.location.pathname.endsWith('/upload');
}

function track({ id, file }: Upload, state: Omit<TrackedJob, 'id' | 'title'>): void {
  trackJob({
    id: `vault:upload:${id}`,
    title: t('upload.progress', { name: file.name }),
    href: `${basePath()}/upload`,
    at: new Date().toISOString(),
    cancel: () => cancelUpload(id),
    ...state,
  });
}

function stageOf(checking: boolean, { secondsLeft }: { secondsLeft: number | null }): string {
  if (checking) return t('upload.status.checking');
  if (secondsLeft === null) return t('upload.status.uploading');
  return t('upload.left', { time: formatDuration(secondsLeft) });
}

/** Closing the window would break off what is being sent. */
function warnBeforeLeaving(): void {
  window.onbeforeunload = () => (currentUploads().some(({ status }) => isActive(status)) ? true : undefined);
}
