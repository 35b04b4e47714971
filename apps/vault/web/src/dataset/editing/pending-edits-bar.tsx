import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { formatNumber, t, useUrlState } from '@cairn/ui';
import type { WorkingEdits } from '../../client.ts';
import type { DatasetTabProps } from '../types.ts';
import { DiscardAll, UndoLast } from './discard.tsx';
import { peopleText } from './edit-cache.ts';
import { SaveVersionButton } from './save-version-button.tsx';
import { useUndoKeys } from './use-undo-keys.ts';
import { usePendingEdits } from './use-pending-edits.ts';
import styles from './editing.module.css';

interface PendingEditsBarProps extends DatasetTabProps {
  /** Whether the person may do something about the edits. */
  editable: boolean;
}

/** The pending edits: their authors, when they are saved as a version, and the actions on them. */
export function PendingEditsBar({ version, editable, metadata }: PendingEditsBarProps) {
  const { working, last } = usePendingEdits(version);
  const [, setPanel] = useUrlState('panel');
  useUndoKeys({ dataset: metadata.name, enabled: editable });
  if (!working || working.edits === 0) return null;
  return (
    <div className={styles.bar} data-testid="working-edits">
      <IconPencil size={16} aria-hidden />
      <p role="status">
        {t('editing.working', {
          count: working.edits,
          number: formatNumber(working.edits),
          people: peopleText(working),
        })}
        {working.seals_at ? <AutoSaveTime at={working.seals_at} /> : null}
      </p>
      <div className={styles.barActions}>
        {editable ? <SaveVersionButton dataset={metadata.name} working={working} /> : null}
        {editable && last ? <UndoLast dataset={metadata.name} last={last} /> : null}
        <Button size="compact-sm" variant="default" onClick={() => setPanel('edits')}>
          {t('editing.showChanges')}
        </Button>
        {editable ? <DiscardAll dataset={metadata.name} working={working} /> : null}
      </div>
    </div>
  );
}

function AutoSaveTime({ at }: { at: NonNullable<WorkingEdits['seals_at']> }) {
  const time = new Intl.DateTimeFormat(navigator.language || 'en', { timeStyle: 'short' }).format(
    new Date(at),
  );
  return (
    <>
      {' · '}
      <time dateTime={at}>{t('editing.autoSavesAt', { time })}</time>
    </>
  );
}
