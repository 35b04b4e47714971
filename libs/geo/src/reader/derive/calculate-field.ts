import type { DatabaseSync } from 'node:sqlite';
import { checkCalculation } from '../../expression/value-field.ts';
import type { CalculatedField } from '../../expression/value-field.ts';
import { toValueSql } from '../../expression/value-sql.ts';
import type { SqlCondition } from '../../expression/to-sql.ts';
import { fieldsOf, refusing } from '../geopackage/layer-condition.ts';
import { fieldType } from '../../geopackage/declared-types.ts';
import { deriveLayer, hasTable, inOrder, refuseManyColumns } from './derive-layer.ts';
import type { CalculateReply, CalculateRequest } from '../../reader-protocol/derive-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { createSizeLimit } from './size-limit.ts';
import { ident } from '../geopackage/attach.ts';
import { defineValueFunctions, fitNumber } from './sql-functions.ts';

const DECLARED = { integer: 'INTEGER', real: 'REAL', text: 'TEXT' } as const;
const FIT = 'cairn_fit';
const COUNTED = 'cairn_counted';

/**
 * Copies a GeoPackage; one field of one layer, new or not, holds what an expression gives for each row.
 * @throws {Refusal} conflict when the texts are too long together.
 */
export function calculateField(request: CalculateRequest, maxCharacters?: number): CalculateReply {
  let field: CalculatedField | undefined;
  let lost = 0;
  const reply = deriveLayer(request, {
    rows(layer, db) {
      const { name, type, value } = (field = fieldOn(db, layer, request));
      defineValueFunctions(db);
      const fit = { directOnly: true, useBigIntArguments: true };
      db.function(FIT, fit, (each) => {
        const fitted = fitNumber(each as number | bigint | null, type === 'integer' ? type : 'real');
        if (fitted === undefined) lost += 1;
        return fitted ?? null;
      });
      // An expression may join a text with itself a hundred times.
      const count = createSizeLimit(tooMuchText, maxCharacters);
      db.function(COUNTED, { directOnly: true }, (each) => {
        if (typeof each === 'string') count(each.length);
        return each as string | null;
      });
      const sql = toValueSql(value, ident);
      const stored: SqlCondition = { ...sql, text: storedAs(sql.text, type, value.type) };
      return { ...inOrder(layer), calculated: { name, type: DECLARED[type], value: stored } };
    },
    change: (layer, db) => forgetColumn(db, layer, (field as CalculatedField).name),
  });
  const { name, type } = field as CalculatedField;
  return { ...reply, name, type, lost };
}

function fieldOn(db: DatabaseSync, layer: GeopackageLayer, request: CalculateRequest): CalculatedField {
  const columns = db.prepare(`PRAGMA src.table_info(${ident(layer.name)})`).all() as Record<
    string,
    unknown
  >[];
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
  const fields = layer.columns.map(({ name, type }) => ({ name, type: fieldType(type) }));
  refuseManyColumns(columns.length + 1);
  const taken = [...keys, layer.geometryColumn];
  return refusing(() => checkCalculation(request, { fields, taken, readable: fieldsOf(layer) }));
}

function storedAs(text: string, type: CalculatedField['type'], from: CalculatedField['type']): string {
  if (type !== 'text') return `${FIT}(${text})`;
  return `${COUNTED}(${from === 'text' ? text : `cairn_text(${text})`})`;
}

function tooMuchText(limit: string): string {
  return `The texts of the field exceed ${limit} characters in total. Shorten the expression, or filter the dataset first.`;
}

/** What the file says of the column's old values: names of values, ranges, types of content. */
function forgetColumn(db: DatabaseSync, { name }: GeopackageLayer, column: string): void {
  for (const about of ['gpkg_extensions', 'gpkg_data_columns'])
    if (hasTable(db, about))
      db.prepare(
        `DELETE FROM main.${about} WHERE lower(table_name) = lower(?) AND lower(column_name) = lower(?)`,
      ).run(name, column);
}
