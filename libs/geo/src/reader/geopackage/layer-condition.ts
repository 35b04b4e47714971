import { AppError } from '@cairn/service/errors';
import { checkCondition } from '../../expression/check.ts';
import type { Field } from '../../expression/check.ts';
import { parseCondition } from '../../expression/parse.ts';
import { toSql } from '../../expression/to-sql.ts';
import type { SqlCondition } from '../../expression/to-sql.ts';
import { fieldType } from '../../geopackage/declared-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { ident } from './attach.ts';

/** What a condition may name: the columns of the layer and its key. */
export function fieldsOf({ columns, fidColumn }: GeopackageLayer): Field[] {
  return [
    ...(fidColumn === null ? [] : [{ name: fidColumn, type: 'integer' as const }]),
    ...columns.map(({ name, type }) => ({ name, type: fieldType(type) })),
  ];
}

/** A condition in the language of conditions as SQL on the layer's own table. Throws Refusal. */
export function conditionOn(layer: GeopackageLayer, where: string): SqlCondition {
  return refusing(() => {
    const fields = fieldsOf(layer);
    const moments = new Set(fields.filter(({ type }) => type === 'datetime').map(({ name }) => name));
    // The file may declare any collation, and writers spell one moment in several ways.
    const presence = (name: string) => `${ident(name)} COLLATE BINARY`;
    const column = (name: string) =>
      moments.has(name) ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${ident(name)})` : presence(name);
    return toSql(checkCondition(parseCondition(where), fields), { dialect: 'sqlite', column, presence });
  });
}

/** @throws {Refusal} with the sentence of each AppError that the work throws. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Refusal('bad_request', error.code, error.message);
  }
}
