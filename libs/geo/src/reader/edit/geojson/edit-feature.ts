import { Refusal } from '../../../reader-protocol/answer.ts';
import type { FieldType } from '../../../inspect/types.ts';
import { memberText, setMembers } from './json-members.ts';
import type { Write } from './json-members.ts';

export interface FeatureEdit {
  /** Values before the edit, as they were read; the feature must still have them. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  types: Record<string, FieldType>;
}

/** Sets properties of a feature that is this text; whatever is not edited stays as it is written. */
export function editFeature(text: string, { before, after, types }: FeatureEdit): string {
  checkFeature(text, { before, types });
  const properties = propertiesOf(text);
  const inside = new Map<string, Write>();
  const outside = new Map<string, Write>([['properties', () => setMembers(properties, inside)]]);
  for (const [name, value] of Object.entries(after)) {
    const place = isIdOfFeature(text, name) ? outside : inside;
    place.set(name, (former) => cellText(value, types[name] ?? 'text', former));
  }
  return setMembers(text, outside);
}

/** Checks that this is the feature that was edited. Throws Refusal. */
export function checkFeature(text: string, { before, types }: Pick<FeatureEdit, 'before' | 'types'>): void {
  const properties = propertiesOf(text);
  for (const [name, expected] of Object.entries(before)) {
    // Dates are read in another spelling.
    if (['date', 'datetime', 'time'].includes(types[name] ?? '')) continue;
    const found = memberText(isIdOfFeature(text, name) ? text : properties, name);
    if (!isSame(expected, found)) throw notTheSame();
  }
}

/** A new feature, its geometry in the CRS of the file. */
export function newFeature(
  values: Record<string, unknown>,
  types: Record<string, FieldType>,
  geometry: unknown,
): string {
  const properties = Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}: ${cellText(value, types[name] ?? 'text', null)}`)
    .join(', ');
  return `{ "type": "Feature", "properties": { ${properties} }, "geometry": ${JSON.stringify(geometry)} }`;
}

export function notTheSame(): Error {
  return new Refusal(
    'unprocessable',
    'vault.features_differ',
    'The features of this GeoJSON cannot be identified reliably. Nothing was changed. Convert the file to a GeoPackage, upload it and edit that.',
  );
}

function propertiesOf(text: string): string {
  const found = memberText(text, 'properties');
  return found?.startsWith('{') ? found : '{}';
}

/** GDAL shows the id of a feature as a column. */
function isIdOfFeature(text: string, name: string): boolean {
  return name === 'id' && memberText(propertiesOf(text), name) === null && memberText(text, name) !== null;
}

/** A cell as JSON. Lists and objects are shown as text; what still is one stays one. */
function cellText(cell: unknown, type: FieldType, former: string | null): string {
  if (typeof cell !== 'string') return JSON.stringify(cell ?? null);
  if (type === 'integer' && /^-?\d+$/.test(cell)) return cell;
  return former !== null && /^[[{]/.test(former) && isNested(cell) ? cell : JSON.stringify(cell);
}

function isNested(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object' && /^\s*[[{]/.test(text);
  } catch {
    return false;
  }
}

/** Whether a value can be what was read of it: lists, and numbers among texts, are read as other texts. */
function isSame(cell: unknown, found: string | null): boolean {
  const value: unknown = found === null ? null : JSON.parse(found);
  if (value === null || cell === null || cell === undefined) return value === null && (cell ?? null) === null;
  if (typeof value === 'object') return true;
  if (typeof value === 'number') return Number(cell) === value;
  if (typeof value === 'boolean')
    return cell === value || cell === String(value) || Number(cell) === Number(value);
  return cell === value || String(cell).endsWith(' bytes of text');
}
