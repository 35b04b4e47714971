import { useMemo } from 'react';
import { DataTable, EmptyState, t, type CellValue, type Column } from '@cairn/ui';
import { displayName, displayValue, nameAttribute } from '@cairn/ui/map';
import type { Feature } from 'geojson';
import type { PreviewCollection } from '../../client.ts';
import { attributeNames } from '../map/attributes.ts';
import styles from '../dataset.module.css';

interface AttributeTableProps {
  title: string;
  features: PreviewCollection;
  selected: string;
  onSelect: (id: string) => void;
}

interface Row {
  id: string;
  feature: Feature;
}

/** The attributes of the features on the map; choosing a row picks its feature there. */
export function AttributeTable({ title, features, selected, onSelect }: AttributeTableProps) {
  const rows = useMemo<Row[]>(
    () => features.features.map((feature, i) => ({ id: String(feature.id ?? i), feature })),
    [features],
  );
  const columns = useMemo(() => attributeColumns(rows, selected, onSelect), [rows, selected, onSelect]);
  return (
    <>
      <p className={styles.note}>{t('attributes.note')}</p>
      <DataTable
        label={t('attributes.label', { title })}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => displayName(row.feature, row.id)}
        searchPlaceholder={t('attributes.search')}
        currentKey={selected}
        pageSize={20}
        empty={<EmptyState boxed title={t('attributes.empty')} />}
      />
    </>
  );
}

function attributeColumns(rows: Row[], selected: string, onSelect: (id: string) => void): Column<Row>[] {
  const names = attributeNames(rows.map(({ feature }) => feature));
  const naming = nameAttribute(names);
  const name: Column<Row> = {
    key: naming ?? ':feature',
    header: naming ?? t('attributes.feature'),
    value: ({ feature, id }) => displayName(feature, id),
    cell: ({ feature, id }) => (
      <button
        type="button"
        className={styles.select}
        aria-pressed={id === selected}
        aria-label={t('attributes.show', { name: displayName(feature, id) })}
        onClick={() => onSelect(id === selected ? '' : id)}
      >
        <span className={styles.cell}>{displayName(feature, id)}</span>
      </button>
    ),
    always: true,
  };
  const others = names.filter((attribute) => attribute !== naming);
  return [name, ...others.map((attribute) => attributeColumn(rows, attribute))];
}

function attributeColumn(rows: Row[], attribute: string): Column<Row> {
  const valueOf = (row: Row) => (row.feature.properties?.[attribute] ?? null) as unknown;
  const numeric = rows.every((row) => valueOf(row) === null || typeof valueOf(row) === 'number');
  return {
    key: attribute,
    header: attribute,
    value: (row) => cellValue(valueOf(row)),
    cell: (row) => (
      <span
        className={numeric ? styles.number : styles.cell}
        title={numeric ? undefined : String(valueOf(row) ?? '')}
      >
        {displayValue(valueOf(row))}
      </span>
    ),
    align: numeric ? 'right' : 'left',
  };
}

function cellValue(value: unknown): CellValue {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as CellValue);
}
