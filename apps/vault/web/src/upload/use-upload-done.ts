import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { jobsKey } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import type { IngestResult } from '../client.ts';
import { needsReading } from './upload-result.tsx';
import { currentUploads, isActive, removeUpload, type Upload } from './uploads-store.ts';
import { datasetKey, datasetsKey, foldersKey } from '../query-keys.ts';

/** A single file leads on to its dataset, unless there is something to read first; of several, each row links to its own. */
export function useUploadDone(): (upload: Upload, result: IngestResult) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  return (upload, result) => {
    for (const queryKey of [datasetsKey, foldersKey, datasetKey(result.dataset), jobsKey])
      void queries.invalidateQueries({ queryKey });
    const alone = currentUploads().every(
      ({ id, status }) => id === upload.id || !(isActive(status) || status === 'exists'),
    );
    const only = currentUploads().filter(({ status }) => status !== 'cancelled').length === 1;
    const isHere = window.location.pathname.endsWith('/upload');
    if (!alone || !only || !isHere || needsReading(result)) return;
    removeUpload(upload.id);
    void latest.current(datasetRoute(result.dataset));
  };
}
