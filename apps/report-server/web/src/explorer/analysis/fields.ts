import type { AnalysisCapability } from '../../client.ts';

export type FieldValue = string | string[] | boolean;
export type FieldValues = Record<string, FieldValue>;

/** A field of a form, as the JSON schema of a parameter describes it. */
export interface Field {
  name: string;
  label: string;
  hint: string | undefined;
  kind: 'number' | 'choice' | 'boolean' | 'column' | 'columns';
  unit: string | undefined;
  isInteger: boolean;
  isRequired: boolean;
  options: string[];
  /** Only columns of numbers. */
  onlyNumbers: boolean;
  initial: FieldValue;
}

interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: string[];
  default?: unknown;
  'x-unit'?: string;
  'x-column'?: 'number' | 'any';
}

/** The fields of an analysis in the order of its schema. */
export function fieldsOf({ parameters }: Pick<AnalysisCapability, 'parameters'>): Field[] {
  const { properties = {}, required = [] } = parameters as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const types = [schema.type ?? []].flat();
    const kind = kindOf(schema, types);
    return {
      name,
      kind,
      label: schema.title ?? name,
      hint: schema.description,
      unit: schema['x-unit'],
      isInteger: types.includes('integer'),
      isRequired: required.includes(name),
      options: schema.enum ?? [],
      onlyNumbers: schema['x-column'] === 'number',
      initial: initialOf(schema, kind),
    };
  });
}

function kindOf(schema: Schema, types: string[]): Field['kind'] {
  if (schema['x-column']) return types.includes('array') ? 'columns' : 'column';
  if (types.includes('boolean')) return 'boolean';
  return schema.enum ? 'choice' : 'number';
}

function initialOf({ default: value }: Schema, kind: Field['kind']): FieldValue {
  if (kind === 'columns') return Array.isArray(value) ? (value as string[]) : [];
  if (kind === 'boolean') return value === true;
  return value === null || value === undefined ? '' : String(value);
}

/** The fields that cannot be sent as they are, by name. */
export function problemsOf(fields: Field[], values: FieldValues): Record<string, 'empty' | 'notANumber'> {
  const problems: Record<string, 'empty' | 'notANumber'> = {};
  for (const { name, kind, isRequired } of fields) {
    const text = String(values[name] ?? '').trim();
    if (isRequired && text === '') problems[name] = 'empty';
    else if (kind === 'number' && text !== '' && !Number.isFinite(Number(text)))
      problems[name] = 'notANumber';
  }
  return problems;
}

/** The values as the API takes them; what is empty is left to the server's default. */
export function toParameters(fields: Field[], values: FieldValues): Record<string, unknown> {
  const filled = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = values[name];
    if (value === undefined || value === '') return [];
    return [[name, kind === 'number' ? Number(value) : value]];
  });
  return Object.fromEntries(filled);
}

const METRES_PER_DEGREE = 111_320;

/** Distances that suit an extent, for fields without a default: about a fortieth of its width, in round numbers. */
export function suggestionsFor(extent: readonly number[] | null | undefined): Record<string, string> {
  const [west, south, east, north] = extent ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return {};
  const width = (east - west) * METRES_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const size = roundNumber(Math.max(width, (north - south) * METRES_PER_DEGREE) / 40);
  if (!(size > 0)) return {};
  return { size_m: String(size), radius_m: String(3 * size), distance_m: String(roundNumber(size / 2)) };
}

/** 1, 2 or 5 times a power of ten. */
function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5, 10].findLast((each) => each * power <= value * 1.0001) ?? 1;
  return Number((digit * power).toPrecision(3));
}
