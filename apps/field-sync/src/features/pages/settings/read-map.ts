import type { Db } from '../../../db/schema.ts';
import type { SyncedTables, TargetPlace } from '../../synced-tables/types.ts';
import type { ListedTable } from '../../table-data/read-layer.ts';
import type { TableDataService } from '../../table-data/service.ts';
import { noSuchTable } from '../../table-data/errors.ts';
import type { StoredProject } from '../types.ts';
import type { LayerChanges, MapView } from './map-tab.ts';
import { findRowCounts, findRunsByUuid } from './run-view-repo.ts';

/** As many as a page of the history may have. */
const MAX_CHANGES = 200;

export interface MapDeps {
  db: Db;
  target: Pick<SyncedTables, 'readHistory'>;
  tableData: Pick<TableDataService, 'tablesOf' | 'layerOf' | 'toGeoJson'>;
}

interface MapRequest {
  project: StoredProject;
  place: TargetPlace;
  /** Blank: the first of `preferredTables`. */
  table: string;
  signal: AbortSignal;
}

/** The layers of a project, and what the last run did to the chosen one. @throws {AppError} bad_request for a table without geometries */
export async function readMap(deps: MapDeps, request: MapRequest): Promise<MapView> {
  const { project, signal, table } = request;
  const at = { databaseLinkId: project.pglinkId, schema: project.schema };
  const [tables, preferred] = await Promise.all([
    deps.tableData.tablesOf(at, signal),
    table === '' ? preferredTables(deps, request) : [table],
  ]);
  const layers = tables.filter(({ geom }) => geom !== undefined);
  const named = preferred.flatMap((name) => layers.filter((each) => each.table === name));
  const chosen = named[0] ?? (table === '' ? layers[0] : undefined);
  if (chosen?.geom === undefined) {
    if (table !== '') throw noSuchTable(project.schema, table);
    return { project, tables, shown: null };
  }
  const [layer, changes] = await Promise.all([
    deps.tableData.layerOf(at, chosen.table, signal),
    readChanges(deps, { ...request, chosen }),
  ]);
  return { project, tables, shown: { layer, geometryColumn: chosen.geom, changes } };
}

/** What someone who opens the map wants to see: the table that was changed last, else those with the most rows. */
async function preferredTables(
  { db, target }: MapDeps,
  { project, place, signal }: MapRequest,
): Promise<string[]> {
  const [newest, counts] = await Promise.all([
    target.readHistory(place, { limit: 1, signal }),
    findRowCounts(db, project.id),
  ]);
  return [...newest.map(({ table }) => table), ...counts.map(({ table }) => table)];
}

async function readChanges(
  { db, target, tableData }: MapDeps,
  { project, place, chosen, signal }: MapRequest & { chosen: ListedTable },
): Promise<LayerChanges> {
  const newest = await target.readHistory(place, { table: chosen.table, limit: MAX_CHANGES, signal });
  const run = newest[0]?.run;
  if (run === undefined) return { entries: [], lost: new Map(), run };
  const entries = newest.filter((entry) => entry.run === run);
  const deleted = entries.filter(({ op, oldGeometry }) => op === 'D' && oldGeometry !== null);
  const [runs, places] = await Promise.all([
    findRunsByUuid(db, [run]),
    tableData.toGeoJson(
      { databaseLinkId: project.pglinkId, schema: project.schema },
      deleted.map(({ oldGeometry }) => oldGeometry),
      signal,
    ),
  ]);
  const lost = deleted.flatMap(({ id }, i): [string, string][] => {
    const geometry = places[i];
    return geometry ? [[id, geometry]] : [];
  });
  return { entries, lost: new Map(lost), run: runs.get(run) };
}
