import { writePlainText } from '@cairn/report-engine';
import type { Value } from '@cairn/report-engine';
import type { DatasetConnection, DatasetStatement } from '../executions/render/dataset-rows.ts';
import { openDatasets } from '../executions/render/dataset-rows.ts';
import type { Option } from './types.ts';

const STATEMENT_MS = 5_000;

/** The options of a statement: its columns `value` and `label`, else its first and second. */
export async function* readOptions(
  connection: DatasetConnection,
  statement: DatasetStatement,
): AsyncGenerator<Option> {
  const statementTimeoutMs = Math.min(STATEMENT_MS, connection.statementTimeoutMs);
  const session = await openDatasets({ ...connection, statementTimeoutMs });
  try {
    const { columns, rows } = await session.read(statement);
    const names = columns.map(({ name }) => name);
    const value = names.includes('value') ? 'value' : names[0]!;
    const label = names.includes('label') ? 'label' : (names.find((name) => name !== value) ?? value);
    for await (const row of rows()) {
      yield { value: toJson(row[value] ?? null), label: writePlainText(row[label] ?? row[value] ?? null) };
    }
  } finally {
    await session.close();
  }
}

/** At most `limit` of the options whose label has `q` in it. */
export async function chooseOptions(
  options: AsyncIterable<Option> | Iterable<Option>,
  { q, limit }: { q?: string | undefined; limit: number },
): Promise<{ options: Option[]; truncated: boolean }> {
  const wanted = q?.toLocaleLowerCase();
  const chosen: Option[] = [];
  let scanned = 0;
  for await (const option of options) {
    scanned += 1;
    if (wanted && !option.label.toLocaleLowerCase().includes(wanted)) continue;
    if (chosen.length >= limit || scanned > MAX_SCANNED) return { options: chosen, truncated: true };
    chosen.push(option);
  }
  return { options: chosen, truncated: false };
}

/** Options that one look-up reads at most while it searches for those that fit. */
const MAX_SCANNED = 100_000;

function toJson(value: Value): Option['value'] {
  return value === null || typeof value !== 'object' ? value : writePlainText(value);
}
