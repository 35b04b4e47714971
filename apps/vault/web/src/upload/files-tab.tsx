import { Alert, Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { focusFirstError, t, takeHandedFiles, useDropTarget } from '@cairn/ui';
import { nameProblem } from '../datasets/name-check.ts';
import { DestinationFields } from './destination-fields.tsx';
import { DropZone } from './drop-zone.tsx';
import { SupportedFormats } from './supported-formats.tsx';
import { SpatialDbSection } from './spatialdb-section.tsx';
import { runUploads } from './run-uploads.ts';
import { useTakenNames } from './use-taken-names.ts';
import { UploadQueue } from './upload-queue.tsx';
import { addUpload, newBatch } from './uploads-store.ts';
import { useDestination } from './use-destination.ts';
import type { SpatialDbForm } from './use-spatialdb.ts';
import { useUploadDone } from './use-upload-done.ts';
import styles from './upload.module.css';

interface FilesTabProps {
  database: SpatialDbForm;
  /** Whether the tab is the one that is shown. */
  isOpen: boolean;
}

/** Files of this computer: dropped or chosen, they are sent at once. */
export function FilesTab({ database, isOpen }: FilesTabProps) {
  const element = useRef<HTMLDivElement>(null);
  const [destination, setDestination] = useDestination();
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [nameError, setNameError] = useState<string>();
  const [datasetError, setDatasetError] = useState<string>();
  // What was dropped before everything was filled in waits here.
  const [held, setHeld] = useState<File[]>([]);
  const takenNames = useTakenNames();
  const done = useUploadDone();
  const { isVersion, dataset, folder } = destination;

  function isReady(files: File[]): boolean {
    const problem = isVersion ? null : nameSentence(name, files.length);
    setNameError(problem ?? undefined);
    const missing = isVersion && dataset === '' ? t('upload.to.missing') : undefined;
    setDatasetError(missing);
    const ready = database.isReady() && !problem && !missing;
    if (!ready) focusFirstError(element.current);
    return ready;
  }

  async function add(files: File[]): Promise<void> {
    const wanted = isVersion ? files.slice(0, 1) : files;
    if (!isReady(wanted)) {
      setHeld(wanted);
      return;
    }
    setHeld([]);
    const taken = isVersion ? new Set<string>() : await takenNames();
    const fields = {
      ...(folder && !isVersion ? { folder_id: String(folder) } : {}),
      ...(comment.trim() ? { version_label: comment.trim() } : {}),
      ...database.fields(),
    };
    const batch = newBatch();
    for (const file of wanted) {
      const upload = addUpload(file, {
        batch,
        target: isVersion ? dataset : null,
        chosen: name.trim(),
        taken,
        fields,
      });
      taken.add(upload.name.toLowerCase());
    }
    setName('');
    setComment('');
    runUploads(done);
  }

  useDropTarget(isOpen ? { title: t('upload.dropNow'), onFiles: (files) => void add(files) } : null);
  // Files that were dropped on another page are handed over to this one.
  useEffect(() => {
    void takeHandedFiles().then((files) => (files.length > 0 ? add(files) : undefined));
    // Once, as the page opens: what is handed over later belongs to the next page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div ref={element}>
      <DropZone single={isVersion} onFiles={(files) => void add(files)} />
      {held.length > 0 ? (
        <Alert color="yellow" mt="md" role="alert">
          <p className={styles.held}>{t('upload.held', { count: held.length, name: held[0]?.name })}</p>
          <Button size="compact-sm" variant="default" onClick={() => void add(held)}>
            {t('upload.sendHeld')}
          </Button>
        </Alert>
      ) : null}
      <UploadQueue onDone={done} />
      <section className={styles.options} aria-label={t('upload.options')}>
        <DestinationFields destination={destination} onChange={setDestination} error={datasetError}>
          <TextInput
            label={t('upload.to.name')}
            description={t('upload.to.nameHint')}
            autoComplete="off"
            spellCheck={false}
            value={name}
            error={nameError}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setNameError(undefined);
            }}
          />
        </DestinationFields>
        <TextInput
          label={t('upload.comment')}
          description={t('upload.commentHint')}
          maxLength={300}
          autoComplete="off"
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <SpatialDbSection database={database} />
      </section>
      <SupportedFormats />
    </div>
  );
}

/** What is wrong with a name for this many files; an empty one means that each takes its file's. */
function nameSentence(name: string, files: number): string | null {
  if (name.trim() === '') return null;
  if (files > 1) return t('upload.to.nameForOne');
  const problem = nameProblem(name);
  return problem ? t(`nameProblem.${problem}`) : null;
}
