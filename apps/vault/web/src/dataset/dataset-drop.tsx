import { Button, Stack } from '@mantine/core';
import { IconFilePlus, IconVersions } from '@tabler/icons-react';
import { useState } from 'react';
import { basePath, LazyModal, t, useDropTarget, useOpenWithFiles } from '@cairn/ui';
import type { DatasetMetadata } from '../client.ts';
import { useUploadRight } from '../upload/use-upload-right.ts';
import { useChangeRight } from './versions/use-change-right.ts';
import styles from './dataset.module.css';

/** Files dropped anywhere on the page of a dataset: the person says what they become. */
export function DatasetDrop({ metadata }: { metadata: DatasetMetadata }) {
  const { name, title } = metadata;
  const right = useUploadRight();
  const mayChange = useChangeRight(metadata).allowed;
  const open = useOpenWithFiles();
  const [files, setFiles] = useState<File[]>([]);
  const [opened, setOpened] = useState(false);
  const upload = (wanted: File[], query: string) => {
    setOpened(false);
    void open(`${basePath()}/upload${query}`, wanted);
  };
  const onFiles = (dropped: File[]) => {
    if (!mayChange) return upload(dropped, '');
    setFiles(dropped);
    setOpened(true);
  };
  useDropTarget(
    right && {
      title: t(mayChange ? 'upload.dropNow' : 'dataset.drop.asNew'),
      refusal: right.reason ?? undefined,
      onFiles,
    },
  );
  const isOne = files.length === 1;
  const count = { count: files.length, name: files[0]?.name };
  return (
    <LazyModal opened={opened} onClose={() => setOpened(false)} title={t('dataset.drop.title', count)}>
      <Stack gap="xs" pt="xs">
        <Button
          data-autofocus
          variant="default"
          justify="flex-start"
          leftSection={<IconVersions size={18} stroke={1.6} aria-hidden />}
          disabled={!isOne}
          aria-describedby="drop-version"
          onClick={() => upload(files, `?dataset=${encodeURIComponent(name)}`)}
        >
          {t('dataset.drop.version', { title })}
        </Button>
        <p id="drop-version" className={styles.dropHint}>
          {t(isOne ? 'dataset.drop.versionHint' : 'dataset.drop.versionOfOne')}
        </p>
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconFilePlus size={18} stroke={1.6} aria-hidden />}
          aria-describedby="drop-new"
          onClick={() => upload(files, '')}
        >
          {t('dataset.drop.new', count)}
        </Button>
        <p id="drop-new" className={styles.dropHint}>
          {t('dataset.drop.newHint', { title })}
        </p>
      </Stack>
    </LazyModal>
  );
}
