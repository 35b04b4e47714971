import { MultiSelect, Radio, Select, Stack } from '@mantine/core';
import { ErrorState, formatNumber, LoadingRows, t } from '@cairn/ui';
import type { Version } from '../../../client.ts';
import type { DissolveDraft } from '../drafts.ts';
import { useFields } from '../use-fields.ts';
import styles from '../derive.module.css';

interface DissolveFormProps {
  version: Version;
  layer: string;
  draft: DissolveDraft;
  onDraft: (draft: DissolveDraft) => void;
}

/** What is merged, and which numbers are added up. */
export function DissolveForm({ version, layer, draft, onDraft }: DissolveFormProps) {
  const fields = useFields(version, layer);
  if (fields.error) return <ErrorState error={fields.error} retry={() => void fields.refetch()} />;
  if (!fields.data) return <LoadingRows rows={4} />;
  const allFields = fields.data.fields;
  const mergeable = allFields.filter(({ type }) => type !== 'binary');
  const numeric = allFields
    .filter(({ type }) => type === 'integer' || type === 'real')
    .map(({ name }) => name);
  return (
    <div className={styles.parts}>
      <Radio.Group
        label={t('derive.dissolve.mode')}
        value={draft.mode}
        onChange={(mode) => onDraft({ ...draft, mode: mode as DissolveDraft['mode'] })}
      >
        <Stack gap={8} mt={6}>
          {(['field', 'all'] as const).map((mode) => (
            <Radio key={mode} value={mode} label={t(`derive.dissolve.modes.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.mode === 'field' ? (
        <Select
          label={t('derive.dissolve.field')}
          placeholder={t('derive.dissolve.choose')}
          data={mergeable.map(({ name, distinct_count: count }) => ({
            value: name,
            label: count
              ? `${name} · ${t('derive.fields.different', { count, number: formatNumber(count) })}`
              : name,
          }))}
          value={draft.field}
          allowDeselect={false}
          searchable={mergeable.length > 10}
          onChange={(field) => onDraft({ ...draft, field })}
        />
      ) : null}
      {numeric.length > 0 ? (
        <MultiSelect
          label={t('derive.dissolve.sums')}
          description={t('derive.dissolve.sumsHint')}
          data={numeric}
          value={draft.sums}
          clearable
          searchable
          onChange={(sums) => onDraft({ ...draft, sums })}
        />
      ) : (
        <p className={styles.hint}>{t('derive.dissolve.noNumbers')}</p>
      )}
    </div>
  );
}
