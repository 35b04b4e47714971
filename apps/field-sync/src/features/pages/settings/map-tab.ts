import type { Feature, Geometry } from 'geojson';
import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Layer } from '../../table-data/types.ts';
import type { ListedTable } from '../../table-data/read-layer.ts';
import type { HistoryEntry } from '../../synced-tables/history-types.ts';
import { badge, dataAttributes, options } from '../components.ts';
import { relativeTime, versionLabel, versionText } from '../format.ts';
import { listedTables } from '../table-list.ts';
import type { StoredProject } from '../types.ts';
import { OPS } from './history-tab.ts';
import { layerMap } from './layer-map.ts';
import type { LayerMapView } from './layer-map.ts';
import { problemNotice } from './read-outside.ts';
import type { ReadResult } from './read-outside.ts';
import { valueText } from './row-values.ts';
import type { RunOrigin } from './run-view-repo.ts';

/** What the last run that changed a layer did to it. */
export interface LayerChanges {
  /** The newest of them where there are more than a page of the history has. */
  entries: HistoryEntry[];
  /** Where rows were that are gone, by the ids of their entries: GeoJSON in WGS84. */
  lost: Map<string, string>;
  run: RunOrigin | undefined;
}

export interface MapView {
  project: StoredProject;
  tables: ListedTable[];
  /** The chosen table; null where none has geometries. */
  shown: { layer: Layer; geometryColumn: string; changes: LayerChanges } | null;
}

/** The tables on a map, with the rows that the last run changed. */
export function mapTab(found: ReadResult<MapView>, now: Date): Markup {
  if (found.problem !== undefined) return problemNotice(found);
  const { project, tables, shown } = found.value;
  const place = { id: project.id, databaseLinkId: project.pglinkId, schema: project.schema };
  const list = listedTables(place, tables);
  if (shown === null)
    return html`${tables.length > 0 ? html`<p>None of the tables has geometries.</p>` : null} ${list}`;
  const { layer, geometryColumn, changes } = shown;
  const attributes = dataAttributes({ map: layer.table, geom: geometryColumn, key: layer.key });
  const plain = html`<p>The map is drawn by a script. Without scripts the rows are in the tables:</p>
    ${list}`;
  return html`${layerChoice(project.id, tables, layer.table)}
    <div ${attributes}>${layerMap(changesOnMap(project.id, shown), plain)}</div>
    ${changedRows(project.id, layer.table, { changes, now })}`;
}

function layerChoice(projectId: number, tables: ListedTable[], table: string): Markup {
  const layers = tables.filter(({ geom }) => geom !== undefined);
  return html`<form class="panel actions" method="get" action="admin/project_settings.php">
    <input type="hidden" name="id" value="${projectId}" />
    <input type="hidden" name="tab" value="map" />
    <div>
      <label for="table">Layer</label>
      <select id="table" name="table">
        ${options(
          layers.map((each) => ({ value: each.table, label: each.table })),
          table,
        )}
      </select>
    </div>
    <button class="button">Show</button>
  </form>`;
}

function changesOnMap(
  projectId: number,
  { layer, geometryColumn, changes: { entries, lost, run } }: NonNullable<MapView['shown']>,
): LayerMapView {
  const keysOf = (op: HistoryEntry['op']) => entries.filter((entry) => entry.op === op).map(({ key }) => key);
  const features = entries.flatMap(({ id, key, old }): Feature[] => {
    const geometry = lost.get(id);
    if (geometry === undefined) return [];
    const properties = Object.entries(old ?? {}).map(([name, value]) => [name, valueText(value)]);
    return [
      {
        ...{ type: 'Feature', id: key, geometry: JSON.parse(geometry) as Geometry },
        properties: Object.fromEntries(properties),
      },
    ];
  });
  const version = versionText(run?.version ?? null) ?? 'the last run';
  return {
    ...{ projectId, layer, geometryColumn },
    marks: [
      { id: 'updated', title: `Updated by ${version}`, keys: keysOf('U') },
      { id: 'inserted', title: `Inserted by ${version}`, keys: keysOf('I') },
    ],
    lost: { title: `Deleted by ${version}`, features },
  };
}

function changedRows(
  projectId: number,
  table: string,
  { changes: { entries, run }, now }: { changes: LayerChanges; now: Date },
): Markup {
  const [newest] = entries;
  if (!newest)
    return html`<p class="quiet">
      No run has changed a row of ${table} since the first load. Changed rows will be marked on the map.
    </p>`;
  const rows = entries.map(({ id, key, op }) => {
    const query = `id=${projectId}&tab=history&table=${encodeURIComponent(table)}&key=${key}`;
    return html`<li ${dataAttributes({ changed: key, op, change: id })}>
      <a href="admin/project_settings.php?${query}">${table} ${key}</a> ${badge(OPS[op].label, OPS[op].tone)}
    </li>`;
  });
  return html`<section class="panel">
    <h2>Changed by ${versionLabel(run?.version ?? null) ?? 'the last run'}</h2>
    <p class="lead">
      The last run that changed this layer, ${relativeTime(newest.appliedAt, now)}. Each row leads to its
      history.
    </p>
    <ul class="scroll changed" tabindex="0" aria-label="Changed rows">
      ${rows}
    </ul>
  </section>`;
}
