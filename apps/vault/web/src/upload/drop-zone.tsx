import { FileDropZone, formatBytes, t, useApi } from '@cairn/ui';
import { vault } from '../client.ts';
import { ACCEPTED } from './file-check.ts';

interface DropZoneProps {
  single: boolean;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen. The list below says what is wrong with a file. */
export function DropZone({ single, onFiles }: DropZoneProps) {
  const limit = useApi(['limits'], (signal) => vault.GET('/api/limits', { signal }), { staleTime: Infinity });
  return (
    <FileDropZone
      title={t(single ? 'upload.dropVersion' : 'upload.drop')}
      extensions={ACCEPTED}
      multiple={!single}
      onFiles={onFiles}
    >
      <span>{ACCEPTED.join('  ')}</span>
      {limit.data ? (
        <span>{t('upload.sizeLimit', { size: formatBytes(limit.data.max_upload_bytes) })}</span>
      ) : null}
    </FileDropZone>
  );
}
