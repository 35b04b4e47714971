import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress } from '@mantine/core';
import { formatNumber, notifyDone, notifyError, notifyUndo, t, tui, unwrap } from '@cairn/ui';
import { vault, type Version } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';
import { nameProblem } from '../../datasets/name-check.ts';
import type { DatasetTabProps } from '../types.ts';
import { useChangeRight } from '../versions/use-change-right.ts';
import type { Derivation, Derived, OperationName } from './derivation.ts';
import { DestinationChoice, type Destination } from './destination.tsx';
import { useDerivationJob } from './use-derivation-job.ts';
import styles from './derive.module.css';

interface SaveResultProps extends Pick<
  DatasetTabProps,
  'metadata' | 'version' | 'versions' | 'onShowVersion' | 'onHoldVersion'
> {
  operation: OperationName;
  derivation: Derivation | null;
  /** Whether the result has any features and the preview is up to date. */
  ready: boolean;
}

/** Where the result goes, the button that creates it, and its progress. */
export function SaveResult(props: SaveResultProps) {
  const { metadata, version, versions, onShowVersion, operation, derivation, ready } = props;
  const latest = versions[0] as Version;
  const undo = useUndoVersion(latest);
  const navigate = useNavigate();
  const versionRight = useChangeRight(metadata);
  const suggestedName = t(`derive.destination.nameOf.${operation}`, { dataset: version.dataset });
  const [chosen, choose] = useState<Destination | null>(null);
  const destination = chosen ?? { kind: 'dataset' as const, name: suggestedName };
  const job = useDerivationJob(props, (derived) => {
    if (derived.dataset === version.dataset) {
      notifyUndo(doneSentence(derived), () => void undo(derived));
      onShowVersion(derived.new_version);
    } else {
      notifyDone(t('derive.make.created', { name: derived.dataset }));
      void navigate(`/datasets/${encodeURIComponent(derived.dataset)}`);
    }
  });
  const next = latest.version + 1;
  const named = destination.kind === 'dataset' ? destination.name.trim() : null;
  const isNamed = named === null || nameProblem(named) === null;
  if (job.running) {
    const working =
      named === null
        ? t('derive.make.working', { version: next })
        : t('derive.make.creating', { name: named });
    return (
      <div className={styles.job}>
        <div role="status">
          <strong>{working}</strong>
          <p>
            {job.progress > 0
              ? `${tui('jobs.percent', { percent: Math.round(job.progress) })} · ${job.stage ?? ''}`
              : (job.stage ?? tui('jobs.queued'))}
          </p>
        </div>
        <Progress value={job.progress} animated={job.progress === 0} aria-label={working} />
        <p className={styles.hint}>{t('derive.make.leave')}</p>
        <Button variant="default" disabled={job.cancelling} onClick={job.cancel}>
          {tui(job.cancelling ? 'jobs.cancelling' : 'jobs.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.job}>
      {job.problem === null ? null : (
        <Alert color="red" role="alert">
          {t('derive.make.failed', { reason: job.problem })}
        </Alert>
      )}
      {job.cancelled ? <p role="status">{t('derive.make.cancelled')}</p> : null}
      <DestinationChoice
        value={destination}
        onChange={choose}
        dataset={version.dataset}
        nextVersion={next}
        versionRight={versionRight}
        suggestedName={suggestedName}
      />
      <Button
        disabled={!ready || derivation === null || !isNamed}
        onClick={() => derivation && job.start(derivation, named)}
      >
        {named === null ? t('derive.make.action', { version: next }) : t('derive.make.create')}
      </Button>
    </div>
  );
}

function doneSentence({ new_version: version, feature_count: count }: Derived): string {
  if (count === undefined) return t('derive.make.donePlain', { version });
  return t('derive.make.done', { version, count, number: formatNumber(count) });
}

/** Undo makes one more version, with what the latest held before. */
function useUndoVersion(before: Version): (derived: Derived) => Promise<void> {
  const queries = useQueryClient();
  return async (derived) => {
    try {
      const back = await unwrap(
        vault.POST('/versions/{id}/rollback', {
          params: { path: { id: String(before.id) } },
          body: { reason: t('derive.make.undoReason', { version: derived.new_version }) },
        }),
      );
      await queries.invalidateQueries({ queryKey: datasetKey(before.dataset) });
      notifyDone(t('derive.make.undone', { version: back.new_version, before: before.version }));
    } catch (error) {
      notifyError(error);
    }
  };
}
