import { LoadingRows, useUrlState } from '@cairn/ui';
import { useFeatures } from '../map/use-features.ts';
import type { DatasetTabProps } from '../tab.ts';
import { AttributeTable } from './attribute-table.tsx';

/** The rows of the shown layer. */
export function TableTab({ metadata, version }: DatasetTabProps) {
  const [layer] = useUrlState('layer');
  const [selected, select] = useUrlState('feature');
  const { features } = useFeatures({ dataset: version.dataset, version: version.version, layer });
  if (!features) return <LoadingRows />;
  return <AttributeTable title={metadata.title} features={features} selected={selected} onSelect={select} />;
}
