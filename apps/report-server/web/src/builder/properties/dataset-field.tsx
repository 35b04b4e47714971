import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { ChoiceField } from './inputs.tsx';

/** Which rows an element is over. */
export function DatasetField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (change: { dataset: string | undefined }) => void;
}) {
  const { template } = useBuilder();
  if (template.datasets.length < 2) return null;
  return (
    <ChoiceField
      label={t('properties.dataset')}
      value={value}
      none={t('properties.mainDataset')}
      choices={template.datasets.map(({ name }) => ({ value: name, label: name }))}
      onChange={(dataset) => onChange({ dataset })}
    />
  );
}
