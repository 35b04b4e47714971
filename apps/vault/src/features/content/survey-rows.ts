import { numberRows } from '@cairn/geo';
import type { DataProfile } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import { layerKey } from '../versions/row-numbers.ts';
import { findRemovedRows } from '../versions/row-numbers-repo.ts';
import type { Version } from '../versions/types.ts';

/** A survey is kept for the bytes, and its problems name features by their place; versions number them in their own ways. */
type Translate = (rows: ReturnType<typeof numberRows>, feature: number) => number | null;

export const withPlaces = (db: Db, version: Version, survey: DataProfile): Promise<DataProfile> =>
  translate(db, version, { survey, to: ({ placeOf }, number) => placeOf(number) });

export const withNumbers = (db: Db, version: Version, survey: DataProfile): Promise<DataProfile> =>
  translate(db, version, { survey, to: ({ numberAt }, place) => numberAt(place) });

async function translate(
  db: Db,
  version: Version,
  { survey, to }: { survey: DataProfile; to: Translate },
): Promise<DataProfile> {
  if (version.removedRowsHash === null || survey.problems.every(({ feature }) => feature === undefined))
    return survey;
  const removed = await findRemovedRows(db, version);
  const layers = new Map([...removed].map(([layer, rows]) => [layer, numberRows(rows)]));
  const problems = survey.problems.map((problem) => {
    const rows = layers.get(layerKey(version.format, problem.layer ?? ''));
    if (!rows || typeof problem.feature !== 'number') return problem;
    return { ...problem, feature: to(rows, problem.feature) ?? problem.feature };
  });
  return { ...survey, problems };
}
