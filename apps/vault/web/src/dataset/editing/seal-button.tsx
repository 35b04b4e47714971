import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from '@mantine/core';
import { jobsKey, notifyDone, notifyError, t } from '@cairn/ui';
import type { WorkingEdits } from '../../client.ts';
import { afterSeal } from './edit-cache.ts';
import { sealEdits, type SealProgress } from './seal.ts';
import styles from './editing.module.css';

interface SealButtonProps {
  dataset: string;
  working: WorkingEdits;
}

/** Makes a version of the changes now; says how far that is. */
export function SealButton({ dataset, working }: SealButtonProps) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<SealProgress | null>(null);
  const seal = useMutation({
    mutationFn: () =>
      sealEdits(dataset, {
        onStart: () => void queries.invalidateQueries({ queryKey: jobsKey }),
        onProgress: setProgress,
      }),
    onSuccess: (version) => notifyDone(t('editing.sealed', { count: working.edits, version })),
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
    <Button size="compact-sm" loading={seal.isPending} onClick={() => seal.mutate()}>
      {t('editing.sealNow')}
    </Button>
  );
}
