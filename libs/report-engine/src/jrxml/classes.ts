import type { ParameterType } from '../template/types.ts';
import type { ValueType } from '../values/types.ts';

const VALUE_TYPES: Readonly<Record<string, ValueType>> = {
  String: 'text',
  Character: 'text',
  Object: 'text',
  UUID: 'text',
  Boolean: 'boolean',
  Byte: 'integer',
  Short: 'integer',
  Integer: 'integer',
  Long: 'integer',
  BigInteger: 'integer',
  Float: 'double',
  Double: 'double',
  BigDecimal: 'decimal',
  Number: 'decimal',
  Date: 'timestamp',
  LocalDate: 'date',
  LocalTime: 'time',
  LocalDateTime: 'timestamp',
  Instant: 'instant',
  OffsetDateTime: 'instant',
  ZonedDateTime: 'instant',
  Timestamp: 'timestamp',
  Time: 'time',
  InputStream: 'bytes',
  Image: 'bytes',
  'byte[]': 'bytes',
  Array: 'list',
  Collection: 'list',
  List: 'list',
  Set: 'list',
  ArrayList: 'list',
};

const PACKAGE = /^(?:java\.(?:lang|math|util|sql|time|io|awt)\.)/;

/** The type of a field or variable of a Java class; null for classes that we do not know. */
export function valueTypeOf(javaClass: string | undefined): ValueType | null {
  const name = (javaClass ?? 'java.lang.String').trim().replace(/<.*>$/, '');
  if (name === 'java.sql.Date') return 'date';
  if (name.endsWith('[]') && name !== 'byte[]') return 'list';
  return VALUE_TYPES[name.replace(PACKAGE, '')] ?? null;
}

/** The type of a parameter; `exact` is false where the class has no type of its own here. */
export function parameterTypeOf(
  javaClass: string | undefined,
  nested: string | undefined,
): { type: ParameterType; exact: boolean } {
  const name = (javaClass ?? 'java.lang.String').trim();
  const type = valueTypeOf(name);
  if (type === 'list') return listTypeOf(nested ?? /<(.*)>$/.exec(name)?.[1] ?? /^(.*)\[\]$/.exec(name)?.[1]);
  // Forms ask for a day where the class is java.util.Date; java.sql.Timestamp asks for day and time.
  if (name === 'java.util.Date') return { type: 'date', exact: true };
  if (type === 'double') return { type: 'decimal', exact: true };
  if (type === 'instant') return { type: 'timestamp', exact: true };
  if (type === null || type === 'bytes' || type === 'geometry') return { type: 'text', exact: false };
  return { type, exact: name !== 'java.lang.Object' };
}

function listTypeOf(nested: string | undefined): { type: ParameterType; exact: boolean } {
  const { type, exact } = parameterTypeOf(nested, undefined);
  switch (type) {
    case 'text':
    case 'integer':
    case 'decimal':
    case 'date':
      return { type: `list<${type}>`, exact };
    case 'timestamp':
      return { type: 'list<date>', exact: false };
    default:
      return { type: 'list<text>', exact: false };
  }
}
