import { Checkbox } from '@mantine/core';
import { t } from '@cairn/ui';
import type { BufferDraft } from '../drafts.ts';
import { MetresField } from './metres-field.tsx';
import styles from '../derive.module.css';

interface BufferFormProps {
  draft: BufferDraft;
  onDraft: (draft: BufferDraft) => void;
}

/** How wide the buffers are, and whether they are merged. */
export function BufferForm({ draft, onDraft }: BufferFormProps) {
  return (
    <div className={styles.parts}>
      <MetresField
        label={t('derive.buffer.distance')}
        description={t('derive.buffer.distanceHint')}
        value={draft.distance}
        onValue={(distance) => onDraft({ ...draft, distance })}
      />
      <Checkbox
        label={t('derive.buffer.dissolve')}
        description={t('derive.buffer.dissolveHint')}
        checked={draft.dissolve}
        onChange={(event) => onDraft({ ...draft, dissolve: event.currentTarget.checked })}
      />
    </div>
  );
}
