import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popover, Progress, Stack, TextInput } from '@mantine/core';
import { jobsKey, notifyDone, notifyError, t } from '@cairn/ui';
import type { WorkingEdits } from '../../client.ts';
import { afterSeal } from './edit-cache.ts';
import { sealEdits, type SealProgress } from './seal.ts';
import styles from './editing.module.css';

interface SealButtonProps {
  dataset: string;
  working: WorkingEdits;
}

/** Saves the draft as a version, with a comment if the person writes one; shows the progress. */
export function SealButton({ dataset, working }: SealButtonProps) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [comment, setComment] = useState('');
  const [progress, setProgress] = useState<SealProgress | null>(null);
  const seal = useMutation({
    mutationFn: () =>
      sealEdits(dataset, comment.trim(), {
        onStart: () => void queries.invalidateQueries({ queryKey: jobsKey }),
        onProgress: setProgress,
      }),
    onSuccess: (version) => {
      setComment('');
      notifyDone(t('editing.sealed', { count: working.edits, version }));
    },
    onError: notifyError,
    onSettled: () => {
      setProgress(null);
      afterSeal(queries, dataset);
    },
  });
  if (seal.isPending && progress) {
    const { percent, stage } = progress;
    return (
      <span className={styles.sealing} role="status">
        {stage}
        <Progress value={percent || 100} animated={percent === 0} size="sm" w={90} aria-label={stage} />
      </span>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md" width={300}>
      <Popover.Target>
        <Button size="compact-sm" loading={seal.isPending} onClick={() => setOpened(!opened)}>
          {t('editing.sealNow')}
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
              label={t('editing.comment')}
              description={t('editing.commentHint')}
              maxLength={300}
              autoComplete="off"
              data-autofocus
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <Button type="submit">{t('editing.sealNow')}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
