import { useRef } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Page, t, unwrap, useUrlState } from '@cairn/ui';
import { datasetRoute, vault, type IngestResult } from '../client.ts';
import { vaultCrumb } from '../crumbs.ts';
import { DropZone } from './drop-zone.tsx';
import { Kinds } from './kinds.tsx';
import { cancelUpload, runUploads } from './run-uploads.ts';
import { UploadRow } from './upload-row.tsx';
import {
  addUpload,
  changeUpload,
  currentUploads,
  isActive,
  removeFinished,
  removeUpload,
  useUploads,
  type Upload,
} from './uploads-store.ts';
import styles from './upload.module.css';

/** Files become datasets, or with `?dataset=` the next version of one. */
export function UploadPage() {
  const [dataset] = useUrlState('dataset');
  const target = dataset || null;
  const uploads = useUploads();
  const takenNames = useTakenNames();
  const done = useDone();
  const add = async (files: File[]) => {
    const taken = target === null ? await takenNames() : new Set<string>();
    for (const file of target === null ? files : files.slice(0, 1)) {
      const { name } = addUpload(file, target, taken);
      taken.add(name.toLowerCase());
    }
    runUploads(done);
  };
  const restart = (upload: Upload, change: Partial<Upload>) => {
    changeUpload(upload.id, { status: 'waiting', ...change });
    runUploads(done);
  };
  return (
    <Page
      title={target === null ? t('upload.title') : t('upload.titleVersion', { title: target })}
      lead={t(target === null ? 'upload.lead' : 'upload.leadVersion')}
      crumbs={[vaultCrumb()]}
      width={920}
    >
      <DropZone single={target !== null} onFiles={(files) => void add(files)} />
      {uploads.length > 0 ? (
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
            {uploads.map((upload) => (
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
      ) : null}
      <Kinds />
    </Page>
  );
}

/** Asks for the names of all datasets that the person may see, in lower case; none when it cannot be told. */
function useTakenNames(): () => Promise<Set<string>> {
  const queries = useQueryClient();
  return async () => {
    const summaries = await queries
      .fetchQuery({
        queryKey: ['datasets-summary', 'include'],
        queryFn: ({ signal }) =>
          unwrap(vault.GET('/datasets-summary', { params: { query: { archived: 'include' } }, signal })),
        staleTime: 0,
        retry: false,
      })
      .catch(() => []);
    return new Set(summaries.map(({ name }) => name.toLowerCase()));
  };
}

/** A single file leads on to its dataset; of several, each row links to its own. */
function useDone(): (upload: Upload, result: IngestResult) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  return (upload, result) => {
    void queries.invalidateQueries({ queryKey: ['datasets-summary'] });
    void queries.invalidateQueries({ queryKey: ['dataset', result.dataset] });
    const alone = currentUploads().every(
      ({ id, status }) => id === upload.id || !(isActive(status) || status === 'exists'),
    );
    const only = currentUploads().filter(({ status }) => status !== 'cancelled').length === 1;
    if (!alone || !only || !window.location.pathname.endsWith('/upload')) return;
    removeUpload(upload.id);
    void latest.current(datasetRoute(result.dataset));
  };
}
