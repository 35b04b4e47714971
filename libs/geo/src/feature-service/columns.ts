import { freeName, launder } from '../postgis/columns.ts';
import type { EsriField } from './types.ts';

/** How a value travels in PostgreSQL's binary COPY. */
export type EsriEncoding =
  | 'int2'
  | 'int4'
  | 'int8'
  | 'float4'
  | 'float8'
  | 'text'
  | 'date'
  | 'time'
  | 'timestamptz'
  | 'uuid'
  | 'bytea';

export interface EsriColumn {
  /** Name of the field. */
  source: string;
  /** Name in PostgreSQL. */
  name: string;
  encoding: EsriEncoding;
  /** Descriptions of the codes of a coded-value domain: the column has the description of the field's value. */
  descriptions?: Record<string, string>;
  /** What the field is called on pages; a comment of the column. */
  alias?: string;
}

/** Esri's types of fields; those without an entry have no values in an answer to a query. */
const ENCODINGS: Record<string, EsriEncoding> = {
  esriFieldTypeSmallInteger: 'int2',
  esriFieldTypeInteger: 'int4',
  esriFieldTypeBigInteger: 'int8',
  esriFieldTypeOID: 'int8',
  esriFieldTypeSingle: 'float4',
  esriFieldTypeDouble: 'float8',
  esriFieldTypeString: 'text',
  esriFieldTypeXML: 'text',
  esriFieldTypeDate: 'timestamptz',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimeOnly: 'time',
  esriFieldTypeTimestampOffset: 'timestamptz',
  esriFieldTypeGUID: 'uuid',
  esriFieldTypeGlobalID: 'uuid',
  esriFieldTypeBlob: 'bytea',
};

const SQL_TYPES: Record<EsriEncoding, string> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  text: 'text',
  date: 'date',
  time: 'time',
  timestamptz: 'timestamptz',
  uuid: 'uuid',
  bytea: 'bytea',
};

export function sqlTypeOf(encoding: EsriEncoding): string {
  return SQL_TYPES[encoding];
}

/** The encoding of a column of a type as `format_type` spells it. */
export function encodingOfSqlType(name: string): EsriEncoding | null {
  const plain = name
    .replace(/^timestamp with time zone$/, 'timestamptz')
    .replace(/^time without time zone$/, 'time');
  return (Object.keys(SQL_TYPES) as EsriEncoding[]).find((each) => SQL_TYPES[each] === plain) ?? null;
}

/** The next wider type, for a service whose values do not fit the type that it declares. */
export function widerEncoding(encoding: EsriEncoding): EsriEncoding | null {
  const wider: Partial<Record<EsriEncoding, EsriEncoding>> = {
    int2: 'int4',
    int4: 'int8',
    int8: 'float8',
    float4: 'float8',
  };
  return encoding === 'text' ? null : (wider[encoding] ?? 'text');
}

/** Names for PostgreSQL, none of them twice. */
export interface EsriTable {
  /** The object ids, or numbers of our own. */
  key: string;
  geometry: string | null;
  columns: EsriColumn[];
}

/**
 * The columns for a layer. The object id is the primary key; a coded value stays as it is, and its description gets a column of its
 * own beside it.
 */
export function tableColumns(
  fields: EsriField[],
  { objectIdField, hasGeometry }: { objectIdField: string | null; hasGeometry: boolean },
): EsriTable {
  const taken = new Set<string>();
  const take = (wanted: string) => {
    const name = freeName(launder(wanted), taken);
    taken.add(name);
    return name;
  };
  const key = take(objectIdField ?? 'fid');
  const geometry = hasGeometry ? take('geom') : null;
  const columns: EsriColumn[] = [];
  for (const field of fields) {
    const encoding = ENCODINGS[field.type];
    if (!encoding || field.name === objectIdField) continue;
    const alias = field.alias && field.alias !== field.name ? { alias: field.alias } : {};
    columns.push({ source: field.name, name: take(field.name), encoding, ...alias });
    const codes = field.domain?.codedValues;
    if (field.domain?.type !== 'codedValue' || !codes) continue;
    columns.push({
      source: field.name,
      name: take(`${field.name}_description`),
      encoding: 'text',
      descriptions: Object.fromEntries(codes.map(({ code, name }) => [String(code), String(name)])),
    });
  }
  return { key, geometry, columns };
}
