import { boxOfWkb, typeOfWkb } from '@cairn/geo';
import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { RowValues } from '../../synced-tables/history-types.ts';

const MAX_TEXT = 200;
const DIGITS = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false });

/** A column of two rows side by side. */
export interface FieldPair {
  name: string;
  one: string | null;
  other: string | null;
  differs: boolean;
}

interface Row {
  values: RowValues | null;
  /** EWKB. */
  geometry: Buffer | null;
}

/** The columns of two rows, of which one may be missing, and their geometries at the end. */
export function pairFields(one: Row, other: Row): FieldPair[] {
  const names = new Set([...Object.keys(one.values ?? {}), ...Object.keys(other.values ?? {})]);
  const pairs = [...names].map((name) => {
    const [mine, theirs] = [valueText(one.values?.[name]), valueText(other.values?.[name])];
    return { name, one: mine, other: theirs, differs: mine !== theirs };
  });
  if (!one.geometry && !other.geometry) return pairs;
  const differs = !(one.geometry && other.geometry && one.geometry.equals(other.geometry));
  const shapes = { one: geometryText(one.geometry), other: geometryText(other.geometry) };
  return [...pairs, { name: 'Geometry', ...shapes, differs }];
}

/** A value as text; null for none. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Such as `Point 10.5, 47.25`, or the type with its extent in the coordinates of the table. */
function geometryText(ewkb: Buffer | null): string | null {
  if (!ewkb) return null;
  try {
    const type = typeOfWkb(ewkb);
    const box = boxOfWkb(ewkb);
    if (!box) return `${type}, empty`;
    const [west, south, east, north] = box.map((each) => DIGITS.format(each));
    return west === east && south === north
      ? `${type} ${west}, ${south}`
      : `${type} from ${west}, ${south} to ${east}, ${north}`;
  } catch {
    return 'Geometry that cannot be shown';
  }
}

/** A value in a cell: long texts are cut, with all of it on hover. */
export function showValue(text: string | null): Markup {
  if (text === null) return html`<span class="quiet">no value</span>`;
  if (text === '') return html`<span class="quiet">empty</span>`;
  return text.length > MAX_TEXT
    ? html`<span title="${text.slice(0, 2000)}">${text.slice(0, MAX_TEXT).toWellFormed()}…</span>`
    : html`${text}`;
}
