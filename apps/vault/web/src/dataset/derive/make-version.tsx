import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress } from '@mantine/core';
import { formatNumber, notifyDone, notifyError, notifyUndo, t, unwrap } from '@cairn/ui';
import { vault, type Version } from '../../client.ts';
import type { DatasetTabProps } from '../tab.ts';
import type { Derivation, Derived } from './derivation.ts';
import { useMaking } from './use-making.ts';
import styles from './derive.module.css';

interface MakeVersionProps extends Pick<DatasetTabProps, 'version' | 'versions' | 'onShowVersion'> {
  derivation: Derivation | null;
  /** Whether it can be made as it stands: something is left of it, and the person may. */
  ready: boolean;
}

/** The button that makes the version, and how far that is. */
export function MakeVersion({ version, versions, onShowVersion, derivation, ready }: MakeVersionProps) {
  const latest = versions[0] as Version;
  const undo = useUndo(latest);
  const making = useMaking(version, (made) => {
    notifyUndo(doneSentence(made), () => void undo(made));
    onShowVersion(made.new_version);
  });
  const next = latest.version + 1;
  if (making.running) {
    const working = t('derive.make.working', { version: next });
    return (
      <div className={styles.making}>
        <div role="status">
          <strong>{working}</strong>
          <p>
            {making.progress > 0
              ? `${t('derive.make.percent', { percent: Math.round(making.progress) })} · ${making.stage ?? ''}`
              : (making.stage ?? t('derive.make.wait'))}
          </p>
        </div>
        <Progress value={making.progress} animated={making.progress === 0} aria-label={working} />
        <p className={styles.hint}>{t('derive.make.leave')}</p>
        <Button variant="default" disabled={making.cancelling} onClick={making.cancel}>
          {t(making.cancelling ? 'derive.make.cancelling' : 'derive.make.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.making}>
      {making.problem === null ? null : (
        <Alert color="red" role="alert">
          {t('derive.make.failed', { reason: making.problem })}
        </Alert>
      )}
      {making.cancelled ? <p role="status">{t('derive.make.cancelled')}</p> : null}
      <Button disabled={!ready || derivation === null} onClick={() => derivation && making.start(derivation)}>
        {t('derive.make.action', { version: next })}
      </Button>
    </div>
  );
}

function doneSentence({ new_version: version, feature_count: count }: Derived): string {
  if (count === undefined) return t('derive.make.donePlain', { version });
  return t('derive.make.done', { version, count, number: formatNumber(count) });
}

/** Undo makes one more version, with what the latest held before. */
function useUndo(before: Version): (made: Derived) => Promise<void> {
  const queries = useQueryClient();
  return async (made) => {
    try {
      const back = await unwrap(
        vault.POST('/versions/{id}/rollback', {
          params: { path: { id: String(before.id) } },
          body: { reason: t('derive.make.undoReason', { version: made.new_version }) },
        }),
      );
      await queries.invalidateQueries({ queryKey: ['dataset', before.dataset] });
      notifyDone(t('derive.make.undone', { version: back.new_version, before: before.version }));
    } catch (error) {
      notifyError(error);
    }
  };
}
