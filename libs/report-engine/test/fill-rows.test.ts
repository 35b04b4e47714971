import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { field, band, openFill, linesOf } from './open-fill.ts';

test('fields have the types that the template declares, and missing columns are a warning', async () => {
  const fill = await openFill({
    datasets: [
      {
        name: 'main',
        sql: 'select 1',
        fields: [
          { name: 'amount', type: 'integer' },
          { name: 'missing', type: 'text' },
        ],
      },
    ],
    bands: { detail: [band(field('$F{amount} / 2'), field('$F{missing}'))] },
  });
  expect((await linesOf(fill)).at(-1)).toBe('detail: 2|');
  expect([...fill.warnings]).toEqual(['The dataset main has no column missing; the field is empty.']);
  await fill.close();
});

test('scratch files leave nothing behind, and too many rows or an abort end the fill', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'cairn-fill-test-'));
  try {
    const fill = await openFill({ bands: { detail: [band(field('$F{city}'))] } }, { scratch });
    expect(readdirSync(scratch)).toEqual([]);
    expect(await linesOf(fill)).toHaveLength(4);
    await fill.close();
    await expect(openFill({}, { scratch, limits: { maxRows: 3 } })).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'report-engine.too_many_rows',
    });
    await expect(openFill({}, { scratch, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(readdirSync(scratch)).toEqual([]);
  } finally {
    await rm(scratch, { recursive: true });
  }
});
