import type { CopyTableReply, CopyTableRequest } from '../../reader-protocol/sync-types.ts';
import { attach, ident } from '../geopackage/attach.ts';
import { openCopyBuffer } from '../postgres-copy/copy-buffer.ts';
import { putFields } from '../postgres-copy/put-fields.ts';
import type { FieldFormat } from '../postgres-copy/put-fields.ts';
import { writeAll } from '../postgres-copy/write-all.ts';
import { valueMisfit } from './misfit.ts';
import { createHeldFile } from './row-file.ts';
import { readNumberedRows } from './read-numbered-rows.ts';
import { requireTable } from './require-table.ts';

const STANDARD_OUTPUT = 1;

/**
 * Writes a table to standard output as PostgreSQL's binary COPY: key, columns …, geometry as WKB, mostly without an SRID, in the order
 * of the keys. Memory does not grow with the table.
 */
export function copyTable(request: CopyTableRequest): CopyTableReply {
  const { columns, geometry, table } = request;
  const db = attach(request.file);
  const held = createHeldFile(request.held);
  try {
    const out = openCopyBuffer((bytes) => writeAll(STANDARD_OUTPUT, bytes));
    const names = [...(geometry ? [geometry.column] : []), ...columns.map(({ source }) => source)];
    const from = `${requireTable(db, 'src', { table, key: request.key, columns: names })} t`;
    const selected = [request.key, ...names].map((name) => `t.${ident(name)}`);
    let [rows, blanks, key] = [0, 0, null as unknown];
    const format: FieldFormat = {
      columns,
      geometry,
      onBlank: () => void (blanks += 1),
      onBroken: (reason, value) => held.add(key, reason, value),
      onMisfit(column, value) {
        throw valueMisfit({ table, key }, column, value);
      },
    };
    for (const row of readNumberedRows(db, { columns: selected, from })) {
      key = row[0];
      out.beginRow(selected.length);
      out.put('int8', key);
      putFields(out, row, { first: 1, format });
      rows += 1;
    }
    out.end();
    return { rows, blanks, held: held.close() };
  } finally {
    db.close();
  }
}
