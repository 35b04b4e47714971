import { Checkbox, Input, Stack } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { FeatureServiceLayer } from '../client.ts';
import styles from './layer-choice.module.css';

interface Props {
  layers: FeatureServiceLayer[];
  chosen: number[];
  onChange: (chosen: number[]) => void;
  error: string | undefined;
}

const GEOMETRIES: Record<string, 'points' | 'lines' | 'polygons'> = {
  esriGeometryPoint: 'points',
  esriGeometryMultipoint: 'points',
  esriGeometryPolyline: 'lines',
  esriGeometryPolygon: 'polygons',
};

/** The layers of a service with their kind and size; those that cannot be imported say so. */
export function LayerChoice({ layers, chosen, onChange, error }: Props) {
  const possible = layers.filter((layer) => layer.supports_query).map(({ id }) => id);
  const all = chosen.length === possible.length && possible.length > 0;
  const toggle = (id: number, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <Input.Wrapper
      component="fieldset"
      label={t('import.featuresvc.layers')}
      labelElement="div"
      error={error}
      className={styles.layers}
    >
      <Stack gap={0} mt={6}>
        {possible.length > 1 ? (
          <Checkbox
            className={styles.all}
            label={t('import.featuresvc.all', { count: possible.length })}
            checked={all}
            indeterminate={!all && chosen.length > 0}
            onChange={() => onChange(all ? [] : possible)}
          />
        ) : null}
        {layers.map((layer) => (
          <Checkbox
            key={layer.id}
            className={styles.layer}
            label={layer.name}
            description={describe(layer)}
            disabled={!layer.supports_query}
            checked={chosen.includes(layer.id)}
            onChange={(event) => toggle(layer.id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

function describe({
  geometry_type: geometry,
  feature_count: count,
  supports_query: importable,
}: FeatureServiceLayer): string {
  if (!importable) return t('import.featuresvc.notImportable');
  const kind = geometry === null ? 'table' : (GEOMETRIES[geometry] ?? 'table');
  const parts = [t(`import.featuresvc.kinds.${kind}`)];
  if (count !== undefined) parts.push(t('import.featuresvc.count', { count, number: formatNumber(count) }));
  if (geometry === null) parts.push(t('import.featuresvc.tableOnly'));
  return parts.join(' · ');
}
