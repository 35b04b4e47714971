import { Checkbox, TextInput } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { UploadedFile } from '../../client.ts';
import styles from './import.module.css';

type Layer = UploadedFile['layers'][number];

/** A layer of the file, and the table that it becomes if it is chosen. */
export interface ChosenLayer {
  name: string;
  chosen: boolean;
  table: string;
}

interface LayerChoiceProps {
  layers: Layer[];
  chosen: ChosenLayer[];
  onChoose: (at: number, chosen: boolean) => void;
  /** Of the field for the name of the table. */
  tableProps: (at: number) => object;
}

/** The layers of a file, to be ticked, each with the name of its table. */
export function LayerChoice({ layers, chosen, onChoose, tableProps }: LayerChoiceProps) {
  const all = chosen.every((layer) => layer.chosen);
  const isOnly = layers.length === 1;
  return (
    <fieldset className={styles.layers}>
      <legend className={styles.legend}>{t(isOnly ? 'import.layer' : 'import.layers')}</legend>
      {isOnly ? null : (
        <Checkbox
          label={t('import.allLayers')}
          checked={all}
          indeterminate={!all && chosen.some((layer) => layer.chosen)}
          onChange={() => layers.forEach((_, at) => onChoose(at, !all))}
        />
      )}
      {layers.map((layer, at) => (
        <div key={layer.name} className={styles.layer}>
          <Checkbox
            label={layer.name}
            description={wordsFor(layer)}
            checked={chosen[at]?.chosen ?? false}
            onChange={(event) => onChoose(at, event.currentTarget.checked)}
          />
          <TextInput
            label={isOnly ? t('import.table') : undefined}
            aria-label={isOnly ? undefined : t('import.tableFor', { layer: layer.name })}
            required={chosen[at]?.chosen}
            disabled={!chosen[at]?.chosen}
            autoComplete="off"
            spellCheck={false}
            {...tableProps(at)}
          />
        </div>
      ))}
    </fieldset>
  );
}

function wordsFor({ feature_count: count, geometry_type: type, srid }: Layer): string {
  return [
    count === null ? null : t('import.features', { count, number: formatNumber(count) }),
    type,
    srid === null ? t('import.noSrid') : `EPSG:${srid}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
