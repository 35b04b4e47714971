import type { Target } from './session.ts';
import type { Stage } from './stage-sql.ts';

/** Rows that people insert get keys behind those of the package. A key that a person's own sequence fills is left to it. */
export async function moveSequence(
  { client }: Target,
  { table, key, layout }: Pick<Stage, 'table' | 'key' | 'layout'>,
): Promise<void> {
  const { rows } = await client.query<{ sequence: string | null }>(
    'SELECT pg_get_serial_sequence($1, $2) AS sequence',
    [table, layout.key.name],
  );
  const sequence = rows[0]?.sequence ?? null;
  if (sequence === null) return;
  await client.query(
    `SELECT setval($1, greatest(m.key, s.last_value)) FROM (SELECT max(${key}) AS key FROM ${table}) m, ${sequence} s
      WHERE m.key > s.last_value OR (m.key = s.last_value AND NOT s.is_called)`,
    [sequence],
  );
}
