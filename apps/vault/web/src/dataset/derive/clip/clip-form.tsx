import type { Map as MapLibre } from 'maplibre-gl';
import { Radio, Stack } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import { readBox, type ClipDraft } from '../drafts.ts';
import { BoxFields } from './box-fields.tsx';
import { DatasetFields } from '../dataset-fields.tsx';
import { DrawTools } from './draw-tools.tsx';
import { useBoxOnMap } from './box-on-map.ts';
import styles from '../derive.module.css';

interface ClipFormProps {
  map: MapLibre | null;
  draft: ClipDraft;
  onDraft: (draft: ClipDraft) => void;
  /** Name of the dataset that is cut. */
  own: string;
  onLookAt: (bounds: Bbox) => void;
}

/** The area that cuts: drawn, given as a box, or taken from another dataset. */
export function ClipForm({ map, draft, onDraft, own, onLookAt }: ClipFormProps) {
  useBoxOnMap(map, draft.mode === 'bbox' ? readBox(draft.box) : null);
  return (
    <div className={styles.parts}>
      <Radio.Group
        label={t('derive.clip.mode')}
        value={draft.mode}
        onChange={(mode) => onDraft({ ...draft, mode: mode as ClipDraft['mode'] })}
      >
        <Stack gap={8} mt={6}>
          {(['draw', 'bbox', 'dataset'] as const).map((mode) => (
            <Radio key={mode} value={mode} label={t(`derive.clip.modes.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.mode === 'draw' ? (
        <DrawTools
          map={map}
          geometry={draft.geometry}
          onGeometry={(geometry) => onDraft({ ...draft, geometry })}
        />
      ) : null}
      {draft.mode === 'bbox' ? (
        <BoxFields map={map} box={draft.box} onBox={(box) => onDraft({ ...draft, box })} />
      ) : null}
      {draft.mode === 'dataset' ? (
        <DatasetFields
          draft={draft}
          onDraft={onDraft}
          own={own}
          onLookAt={onLookAt}
          description={t('derive.clip.datasetHint')}
          polygonsOnly
        />
      ) : null}
    </div>
  );
}
