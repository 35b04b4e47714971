import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popover, Progress, Stack, TextInput } from '@mantine/core';
import { jobsKey, notifyDone, notifyError, t } from '@cairn/ui';
import type { WorkingEdits } from '../../client.ts';
import { refreshDataset } from './edit-cache.ts';
import { publishEdits, type PublishProgress } from './publish-edits.ts';
import styles from './editing.module.css';

interface SaveVersionButtonProps {
  dataset: string;
  working: WorkingEdits;
}

/** Saves the draft as a version, with a comment if the person writes one; shows the progress. */
export function SaveVersionButton({ dataset, working }: SaveVersionButtonProps) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [comment, setComment] = useState('');
  const [progress, setProgress] = useState<PublishProgress | null>(null);
  const seal = useMutation({
    mutationFn: () =>
      publishEdits(dataset, comment.trim(), {
        onStart: () => void queries.invalidateQueries({ queryKey: jobsKey }),
        onProgress: setProgress,
      }),
    onSuccess: (version) => {
      setComment('');
      notifyDone(t('editing.savedVersion', { count: working.edits, version }));
    },
    onError: notifyError,
    onSettled: () => {
      setProgress(null);
      refreshDataset(queries, dataset);
    },
  });
  if (seal.isPending && progress) {
    const { percent, stage } = progress;
    return (
      <span className={styles.saving} role="status">
        {stage}
        <Progress value={percent || 100} animated={percent === 0} size="sm" w={90} aria-label={stage} />
      </span>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md" width={300}>
      <Popover.Target>
        <Button size="compact-sm" loading={seal.isPending} onClick={() => setOpened(!opened)}>
          {t('editing.saveVersion')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
            seal.mutate();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={t('upload.comment')}
              description={t('upload.commentHint')}
              maxLength={300}
              autoComplete="off"
              data-autofocus
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <Button type="submit">{t('editing.saveVersion')}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
