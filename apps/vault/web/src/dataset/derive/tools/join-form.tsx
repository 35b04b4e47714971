import { Radio, Stack } from '@mantine/core';
import { t } from '@cairn/ui';
import { DatasetFields } from '../dataset-fields.tsx';
import { PREDICATES, type JoinDraft } from '../drafts.ts';
import styles from '../derive.module.css';

interface JoinFormProps {
  draft: JoinDraft;
  onDraft: (draft: JoinDraft) => void;
  /** Name of the dataset that is read. */
  own: string;
}

/** The dataset whose attributes are added, and which of its features belongs to which. */
export function JoinForm({ draft, onDraft, own }: JoinFormProps) {
  return (
    <div className={styles.parts}>
      <DatasetFields draft={draft} onDraft={onDraft} own={own} description={t('derive.join.datasetHint')} />
      <Radio.Group
        label={t('derive.join.predicate')}
        value={draft.predicate}
        onChange={(predicate) => onDraft({ ...draft, predicate: predicate as JoinDraft['predicate'] })}
      >
        <Stack gap={8} mt={6}>
          {PREDICATES.map((predicate) => (
            <Radio key={predicate} value={predicate} label={t(`derive.join.predicates.${predicate}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <p className={styles.hint}>{t('derive.join.result')}</p>
    </div>
  );
}
