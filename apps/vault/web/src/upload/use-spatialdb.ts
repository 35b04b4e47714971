import { useState } from 'react';
import { NO_SPATIAL_DB, spatialDbFields, spatialDbProblems, type SpatialDb } from './spatialdb.ts';

export type SpatialDbForm = ReturnType<typeof useSpatialDb>;

/** The section on PostGIS: one for all ways into the vault, so that changing the way loses nothing. */
export function useSpatialDb() {
  const [values, setValues] = useState(NO_SPATIAL_DB);
  const [marked, setMarked] = useState(false);
  return {
    values,
    /** Fields that are wrong, once somebody tried to go on with them. */
    problems: marked ? spatialDbProblems(values) : [],
    change: (part: Partial<SpatialDb>) => setValues((known) => ({ ...known, ...part })),
    /** Whether the work may begin; else what is wrong is marked. */
    isReady(): boolean {
      const ready = spatialDbProblems(values).length === 0;
      setMarked(!ready);
      return ready;
    },
    fields: () => spatialDbFields(values),
  };
}
