import { Checkbox, Select, TextInput } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { UploadedFile } from '../../client.ts';
import styles from './import.module.css';

type Layer = UploadedFile['layers'][number];

/** A layer of the file, and the table that it is imported into if it is chosen. */
export interface ChosenLayer {
  name: string;
  chosen: boolean;
  table: string;
}

interface LayerChoiceProps {
  layers: Layer[];
  chosen: ChosenLayer[];
  onChoose: (at: number, chosen: boolean) => void;
  /** Names of existing tables to append to; null for new tables. */
  tables: string[] | null;
  /** Properties of a layer's table field. */
  tableProps: (at: number) => object;
}

/** The layers of a file to import, each with the name of its table. */
export function LayerChoice({ layers, chosen, onChoose, tables, tableProps }: LayerChoiceProps) {
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
            description={describeLayer(layer)}
            checked={chosen[at]?.chosen ?? false}
            onChange={(event) => onChoose(at, event.currentTarget.checked)}
          />
          {tables ? (
            <Select
              {...fieldProps(layer, chosen[at], isOnly)}
              placeholder={t('import.chooseTable')}
              nothingFoundMessage={t('import.noTable')}
              searchable
              allowDeselect={false}
              data={tables}
              {...tableProps(at)}
              // Unlike '', null also clears the text of the field.
              value={chosen[at]?.table || null}
            />
          ) : (
            <TextInput
              {...fieldProps(layer, chosen[at], isOnly)}
              autoComplete="off"
              spellCheck={false}
              {...tableProps(at)}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}

function fieldProps({ name }: Layer, chosen: ChosenLayer | undefined, isOnly: boolean) {
  return {
    ...(isOnly ? { label: t('import.table') } : { 'aria-label': t('import.tableFor', { layer: name }) }),
    required: chosen?.chosen ?? false,
    disabled: !chosen?.chosen,
  };
}

function describeLayer({ feature_count: count, geometry_type: type, srid }: Layer): string {
  return [
    count === null ? null : t('import.features', { count, number: formatNumber(count) }),
    type,
    srid === null ? t('import.noSrid') : `EPSG:${srid}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
