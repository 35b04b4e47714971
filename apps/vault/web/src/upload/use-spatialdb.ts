import { useRef, useState } from 'react';
import { sentenceOf, unwrap } from '@cairn/ui';
import { useConnectionsToLoadInto } from '../connections/use-connections.ts';
import { adoptDatabase, useDatabases } from '../databases/use-databases.ts';
import {
  connectionOf,
  MANUAL,
  NO_SPATIAL_DB,
  quickImportFields,
  spatialDbFields,
  spatialDbProblems,
  type SpatialDb,
} from './spatialdb.ts';

export type SpatialDbForm = ReturnType<typeof useSpatialDb>;

/** The section on PostGIS: one for all ways into the vault, so that changing the way loses nothing. */
export function useSpatialDb({ enabled = false } = {}) {
  const [entered, setValues] = useState({ ...NO_SPATIAL_DB, enabled });
  const [marked, setMarked] = useState(false);
  const [adopting, setAdopting] = useState<{ pending: boolean; problem?: string }>({ pending: false });
  const newest = useRef('');
  const { databases, servers, error } = useDatabases();
  const connections = useConnectionsToLoadInto() ?? [];
  // Where no database can be chosen, its address must be entered.
  const isManual =
    connections.length === 0 && (databases ? databases.length + servers.length === 0 : error !== null);
  const values = isManual ? { ...entered, target: MANUAL } : entered;

  /** Chooses a saved connection, a known database, for which a connection is saved at once, NEW or MANUAL. */
  function choose(target: string): void {
    newest.current = target;
    const database = databases?.find(({ databaseId }) => String(databaseId) === target);
    setAdopting({ pending: database !== undefined });
    setValues((known) => ({ ...known, target, connectionId: connectionOf(target) }));
    if (!database) return;
    unwrap(adoptDatabase(database)).then(
      ({ connection_id: connectionId }) => {
        if (newest.current !== target) return;
        setValues((known) => ({ ...known, connectionId }));
        setAdopting({ pending: false });
      },
      (error: unknown) => {
        if (newest.current === target) setAdopting({ pending: false, problem: sentenceOf(error) });
      },
    );
  }

  return {
    values,
    databases: databases ?? [],
    connections,
    servers,
    choose,
    adopting,
    /** Invalid fields, once the user tried to submit them. */
    problems: marked ? spatialDbProblems(values) : [],
    change: (part: Partial<SpatialDb>) => setValues((known) => ({ ...known, ...part })),
    /** Whether the work may begin; else what is wrong is marked. */
    isReady(): boolean {
      const ready = spatialDbProblems(values).length === 0;
      setMarked(!ready);
      return ready;
    },
    fields: () => spatialDbFields(values),
    quickFields: (options?: { newTablesOnly: boolean }) => quickImportFields(values, options),
  };
}
