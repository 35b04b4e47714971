import { readStagedRows } from './staged-rows.ts';
import type { StagedRowsRequest } from './staged-rows.ts';
import type { StagedRow, StagedRowSample, StagedValues } from './types.ts';

const MAX_SAMPLE_TEXT = 200;

/** The first rows of a file as `readStagedRows` reads it, as JSON carries them. @throws when it ends before that */
export async function sampleStagedRows(
  file: string,
  request: StagedRowsRequest & { limit: number },
): Promise<StagedRowSample[]> {
  const samples: StagedRowSample[] = [];
  for await (const row of readStagedRows(file, request)) samples.push(toSample(row));
  return samples;
}

function toSample({ op, key, new: fresh, old: stale }: StagedRow): StagedRowSample {
  const [now, then] = [fresh?.geometry ?? null, stale?.geometry ?? null];
  return {
    ...{ op, key },
    new: fresh && shorten(fresh.values),
    old: stale && shorten(stale.values),
    geometryChanged: now && then ? !now.equals(then) : now !== then,
  };
}

function shorten(values: StagedValues['values']): StagedRowSample['new'] {
  const entries = Object.entries(values).map(([name, value]) => {
    const isLong = typeof value === 'string' && value.length > MAX_SAMPLE_TEXT;
    return [name, isLong ? `${value.slice(0, MAX_SAMPLE_TEXT).toWellFormed()}…` : value] as const;
  });
  return Object.fromEntries(entries);
}
