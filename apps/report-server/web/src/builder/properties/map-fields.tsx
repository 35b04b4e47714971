import { Switch } from '@mantine/core';
import type { MapElement } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { DatasetField } from './dataset-field.tsx';
import { ExpressionField } from './expression-field.tsx';

interface Props {
  element: MapElement;
  onChange: (change: Record<string, unknown>) => void;
}

const SWITCHES = ['basemap', 'legend', 'scaleBar', 'northArrow'] as const;

/** A map: which geometries it shows, and what it adds to them. */
export function MapFields({ element, onChange }: Props) {
  const { dataset, geometry, label, colorBy, sizeBy } = element;
  return (
    <>
      <DatasetField value={dataset} onChange={onChange} />
      <ExpressionField
        label={t('properties.geometry')}
        value={geometry}
        dataset={dataset}
        onChange={(next) => onChange({ geometry: next ?? '' })}
      />
      <ExpressionField
        label={t('properties.label')}
        value={label}
        dataset={dataset}
        onChange={(next) => onChange({ label: next })}
      />
      <ExpressionField
        label={t('properties.colorBy')}
        description={t('properties.colorByHint')}
        value={colorBy}
        dataset={dataset}
        onChange={(next) => onChange({ colorBy: next })}
      />
      <ExpressionField
        label={t('properties.sizeBy')}
        value={sizeBy}
        dataset={dataset}
        expected="number"
        onChange={(next) => onChange({ sizeBy: next })}
      />
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(`properties.${name}`)}
          checked={element[name] ?? false}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </>
  );
}
