import { ident } from '../geopackage/attach.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { FieldRange, FieldType } from '../../inspect/types.ts';

interface Field {
  name: string;
  type: FieldType;
}
type Found = number | bigint | string | null;

/** Rows that one statement looks at, so that the time is looked at now and then. */
const ROWS = 50_000;
/** Fields of one statement: SQLite gives no more than 2,000 columns. */
const FIELDS = 200;

interface Measured {
  minimum: Found;
  maximum: Found;
  filled: number;
}

/** Smallest and largest values and missing ones of each field; null when the time is over before the last row. */
export function readFieldRanges(table: RowTable, fields: Field[], deadline: number): FieldRange[] | null {
  const stored = fields.filter(({ name }) => table.columns.has(name));
  const measured = stored.map((): Measured => ({ minimum: null, maximum: null, filled: 0 }));
  let rows = 0;
  for (let first = 0; first < stored.length || first === 0; first += FIELDS) {
    const some = stored.slice(first, first + FIELDS);
    const statement = prepare(table, some);
    let after: bigint | null = null;
    rows = 0;
    for (;;) {
      if (performance.now() > deadline) return null;
      const [last, count, ...values] = statement(after);
      if (count === 0) break;
      some.forEach((_, i) => widen(measured[first + i]!, values.slice(i * 3, i * 3 + 3)));
      rows += count;
      after = last;
    }
  }
  return stored.map(({ name }, i) => {
    const { minimum, maximum, filled } = measured[i]!;
    return {
      name,
      ...(minimum === null ? {} : { minimum: plain(minimum) }),
      ...(maximum === null ? {} : { maximum: plain(maximum) }),
      nullCount: rows - filled,
    };
  });
}

/** Looks at the rows behind a row number: the last of them, how many, and three values for each field. */
function prepare({ db, name, rowNumber }: RowTable, fields: Field[]) {
  const columns = fields.map(({ name: column }, i) => `, ${ident(column)} AS f${i}`).join('');
  const values = fields.map(({ type }, i) => `, ${measures(`f${i}`, type)}`).join('');
  const select = (where: string) => {
    const statement = db.prepare(
      `SELECT max(id), count(*) ${values} FROM
         (SELECT ${rowNumber} AS id ${columns} FROM ${name} ${where} ORDER BY ${rowNumber} LIMIT ${ROWS})`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  };
  const begin = select('');
  const next = select(`WHERE ${rowNumber} > ?`);
  return (after: bigint | null): [last: bigint | null, count: number, ...Found[]] => {
    const [last, count, ...found] = (after === null ? begin.get() : next.get(after)) as unknown as [
      bigint | null,
      bigint,
      ...Found[],
    ];
    return [last, Number(count), ...found];
  };
}

/** Only values of the field's own kind are compared: a column of SQLite may hold anything. */
function measures(column: string, type: FieldType): string {
  const kind =
    type === 'integer' || type === 'real'
      ? `typeof(${column}) IN ('integer', 'real')`
      : ['date', 'datetime', 'time'].includes(type)
        ? // SQLite counts the characters of a text up to its first NUL.
          `typeof(${column}) = 'text' AND octet_length(${column}) <= 40 AND instr(${column}, char(0)) = 0`
        : null;
  const of = (which: string) => (kind ? `${which}(CASE WHEN ${kind} THEN ${column} END)` : 'NULL');
  return `${of('min')}, ${of('max')}, count(${column})`;
}

function widen(measured: Measured, [minimum, maximum, filled]: Found[]): void {
  if (minimum != null && (measured.minimum === null || minimum < measured.minimum))
    measured.minimum = minimum;
  if (maximum != null && (measured.maximum === null || maximum > measured.maximum))
    measured.maximum = maximum;
  measured.filled += Number(filled);
}

/** JSON has neither numbers of 64 bits nor infinite ones. */
function plain(value: number | bigint | string): number | string {
  if (typeof value === 'string') return value;
  const number = Number(value);
  return Number.isFinite(number) && (typeof value === 'number' || Number.isSafeInteger(number))
    ? number
    : String(value);
}
