import { useState } from 'react';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import { boxArea, boxOf } from './area.ts';
import type { AreaClause } from './filter.ts';
import styles from './filter.module.css';

interface AreaFormProps {
  initial: AreaClause;
  onSave: (clause: AreaClause) => void;
}

const SIDES = ['west', 'south', 'east', 'north'] as const;
const LIMITS = { west: 180, south: 90, east: 180, north: 90 } as const;

/** Where features have to be: how they meet the area, and the sides of a box. Corners are moved on the map. */
export function AreaForm({ initial, onSave }: AreaFormProps) {
  const box = boxOf(initial.value);
  const [op, setOp] = useState(initial.op);
  const [sides, setSides] = useState<string[]>(box?.map(String) ?? []);
  const problems = sides.map((text, at) => problemOf(text, LIMITS[SIDES[at] as (typeof SIDES)[number]]));
  const [west, south, east, north] = sides.map(Number) as Bbox;
  const isReversed = box !== null && (south >= north || west >= east);
  const save = () => {
    if (problems.some(Boolean) || isReversed) return;
    onSave({ ...initial, op, value: box ? boxArea([west, south, east, north]) : initial.value });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        save();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('filter.area.relation')}
          data={(['intersects', 'within'] as const).map((value) => ({
            value,
            label: t(`filter.area.relations.${value}`),
          }))}
          value={op}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => setOp(next as AreaClause['op'])}
        />
        {box ? (
          <div className={styles.sides}>
            {SIDES.map((side, at) => (
              <TextInput
                key={side}
                label={t(`filter.area.${side}`)}
                inputMode="decimal"
                autoComplete="off"
                value={sides[at] ?? ''}
                error={problems[at] ?? (isReversed && side === 'north' ? t('filter.area.reversed') : null)}
                onChange={(event) => setSides(sides.with(at, event.currentTarget.value))}
              />
            ))}
          </div>
        ) : null}
        <p className={styles.quiet}>{t('filter.area.onMap')}</p>
        <Button type="submit">{t('filter.apply')}</Button>
      </Stack>
    </form>
  );
}

function problemOf(text: string, limit: number): string | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return t('filter.valueWrong');
  return Math.abs(value) > limit ? t('filter.area.outside', { limit }) : null;
}
