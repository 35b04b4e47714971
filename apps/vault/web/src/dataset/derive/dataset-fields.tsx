import { useMemo } from 'react';
import { Select } from '@mantine/core';
import { sentenceOf, t, useApi } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import { vault, type DatasetSummary } from '../../client.ts';
import type { OtherDraft } from './drafts.ts';

interface DatasetFieldsProps<Draft extends OtherDraft> {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  own: string;
  onLookAt?: (bounds: Bbox) => void;
  /** What the dataset is for. */
  description: string;
  /** Leaves out datasets that certainly have no polygons. */
  polygonsOnly?: boolean;
}

/** Most names offered at once. */
const MOST = 50;

/** Another dataset, searched among those that the person may see, and the layer of it. */
export function DatasetFields<Draft extends OtherDraft>(props: DatasetFieldsProps<Draft>) {
  const { draft, onDraft, own, onLookAt, description, polygonsOnly = false } = props;
  const datasets = useApi(['datasets', 'polygons'], (signal) =>
    vault.GET('/datasets-summary', { params: { query: { type: 'vector' } }, signal }),
  );
  const choices = useMemo(
    () => choicesOf(datasets.data ?? [], { own, polygonsOnly }),
    [datasets.data, own, polygonsOnly],
  );
  const chosen = datasets.data?.find(({ name }) => name === draft.dataset);
  const layers = useLayers(chosen);
  const choose = (dataset: string | null) => {
    onDraft({ ...draft, dataset: dataset ?? '', datasetLayer: '' });
    const extent = datasets.data?.find(({ name }) => name === dataset)?.extent_wgs84;
    if (extent) onLookAt?.(extent as Bbox);
  };
  return (
    <>
      <Select
        label={t('derive.clip.dataset')}
        description={description}
        data={choices}
        limit={MOST}
        searchable
        value={draft.dataset || null}
        nothingFoundMessage={t('derive.clip.noDataset')}
        error={datasets.error ? sentenceOf(datasets.error) : null}
        onChange={choose}
      />
      {layers.length > 1 ? (
        <Select
          label={t('derive.clip.layer')}
          data={layers}
          value={draft.datasetLayer || (layers[0] ?? null)}
          allowDeselect={false}
          onChange={(layer) => onDraft({ ...draft, datasetLayer: layer ?? '' })}
        />
      ) : null}
    </>
  );
}

/** Titles, with names where the two differ. */
function choicesOf(
  datasets: DatasetSummary[],
  { own, polygonsOnly }: { own: string; polygonsOnly: boolean },
) {
  return datasets
    .filter(({ name, geometry_type: type, layer_count: layers = 1 }) => {
      const mayCut =
        !polygonsOnly || layers > 1 || type === undefined || /polygon|surface|geometry/i.test(type);
      return name !== own && mayCut;
    })
    .map(({ name, title }) => ({ value: name, label: title === name ? name : `${title} (${name})` }));
}

function useLayers(dataset: DatasetSummary | undefined): string[] {
  const { name = '', latest_version: version = 1 } = dataset ?? {};
  const facts = useApi(
    ['technical', dataset?.latest_version_id],
    (signal) => vault.GET('/metadata', { params: { query: { dataset: name, version } }, signal }),
    { enabled: dataset !== undefined, staleTime: Infinity },
  );
  return dataset ? (facts.data?.layers?.map((layer) => layer.name) ?? []) : [];
}
