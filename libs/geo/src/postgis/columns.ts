import type { GeopackageLayer } from '../geopackage/types.ts';
import { WORKING_GEOMETRY, WORKING_KEY } from '../geopackage/working-names.ts';

/** How a column travels in PostgreSQL's binary COPY. */
export type Encoding =
  'bool' | 'int2' | 'int4' | 'int8' | 'float8' | 'text' | 'date' | 'timestamptz' | 'bytea';

export interface TargetColumn {
  /** Name in the GeoPackage. */
  source: string;
  /** Name in PostgreSQL. */
  name: string;
  encoding: Encoding;
}

const SQL_TYPES: Record<Encoding, string> = {
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float8: 'double precision',
  text: 'text',
  date: 'date',
  timestamptz: 'timestamptz',
  bytea: 'bytea',
};

export function sqlType(encoding: Encoding): string {
  return SQL_TYPES[encoding];
}

/** The type of a PostgreSQL column as `format_type` spells it, when a layer can be copied into it. */
export function encodingOf(sqlTypeName: string): Encoding | null {
  const plain = sqlTypeName.replace(/\(.*\)/, '');
  if (plain === 'character varying' || plain === 'character') return 'text';
  const found = Object.entries(SQL_TYPES).find(([, name]) => name === plain);
  if (plain === 'timestamp with time zone') return 'timestamptz';
  return (found?.[0] as Encoding | undefined) ?? null;
}

/** How values of a column go that declares this type (GeoPackage 1.3, table 1). */
export function encodingFor(declared: string): Encoding {
  const type = declared.toUpperCase();
  if (type.startsWith('BOOL')) return 'bool';
  if (/^(TINYINT|SMALLINT)\b/.test(type)) return 'int2';
  if (/^MEDIUMINT\b/.test(type)) return 'int4';
  if (/INT/.test(type)) return 'int8';
  if (/FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL/.test(type)) return 'float8';
  if (type === 'DATE') return 'date';
  if (/DATETIME|TIMESTAMP/.test(type)) return 'timestamptz';
  return /BLOB|BINARY/.test(type) ? 'bytea' : 'text';
}

/** Names of the table's own columns, which the layer's columns must not take. */
export interface OwnColumns {
  key: string;
  geometry: string;
}

/** Key and geometry keep the layer's names; those of a working copy become `fid` and `geom`. */
export function ownColumns(layer: GeopackageLayer): OwnColumns {
  const key = layer.fidColumn === null || layer.fidColumn === WORKING_KEY ? 'fid' : layer.fidColumn;
  const geometry = layer.geometryColumn === WORKING_GEOMETRY ? 'geom' : layer.geometryColumn;
  return { key: launder(key), geometry: launder(geometry) };
}

export function targetColumns(layer: GeopackageLayer, own: OwnColumns): TargetColumn[] {
  const taken = new Set([own.key, own.geometry]);
  return layer.columns.map(({ name: source, type }) => {
    const name = freeName(launder(source), taken);
    taken.add(name);
    return { source, name, encoding: encodingFor(type) };
  });
}

/** A name that needs no quotes in SQL, as ogr2ogr makes them: lower case, what is not a letter or digit becomes `_`. */
export function launder(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '_');
  return withinBytes(plain === '' ? '_' : plain, 63);
}

/** Every table of PostgreSQL has columns with these names. */
const SYSTEM_COLUMNS = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** The name of a column, with a number when it is taken. */
export function freeName(wanted: string, taken: Set<string>): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${withinBytes(wanted, 62 - String(n).length)}_${n}`;
    if (!taken.has(name) && !SYSTEM_COLUMNS.has(name)) return name;
  }
}

/** PostgreSQL cuts names at 63 bytes; cutting them here keeps them apart. A file may hold names of megabytes. */
export function withinBytes(name: string, most: number): string {
  let cut = name.slice(0, most);
  while (Buffer.byteLength(cut) > most) cut = [...cut].slice(0, -1).join('');
  return cut;
}
