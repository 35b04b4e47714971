import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Plan } from '../../runs/types.ts';
import type { PlanItem } from '../../synced-tables/types.ts';
import type { TableDataService } from '../../table-data/service.ts';
import type { StoredProject } from '../types.ts';
import { layerMap } from './layer-map.ts';
import { lostRowsOf } from './plans-tab.ts';
import { readTarget } from './read-outside.ts';

const PLAIN = html`<p>The map is drawn by a script. The rows are in the table above.</p>`;

/** Maps of the tables that a plan would delete rows of, with these rows marked; none of tables without geometries. */
export async function lostRowsMaps(
  tableData: Pick<TableDataService, 'tablesOf' | 'layerOf'>,
  { id: projectId, pglinkId, schema }: StoredProject,
  { items }: Plan,
): Promise<Markup[]> {
  const losing = items.filter(({ details }) => lostRowsOf(details).length > 0);
  if (losing.length === 0) return [];
  const at = { databaseLinkId: pglinkId, schema };
  // What would be lost is in words above already.
  const { value: maps = [] } = await readTarget(async (signal) => {
    const tables = await tableData.tablesOf(at, signal);
    return Promise.all(
      losing.map(async (item) => {
        const geometryColumn = tables.find(({ table }) => table === item.table)?.geom;
        if (geometryColumn === undefined) return [];
        const layer = await tableData.layerOf(at, item.table, signal);
        return [lossMap(item, layerMap({ projectId, layer, geometryColumn, marks: [markOf(item)] }, PLAIN))];
      }),
    );
  });
  return maps.flat();
}

function lossMap({ table }: PlanItem, map: Markup): Markup {
  return html`<section>
    <h2>Where rows of ${table} would be lost</h2>
    ${map}
  </section>`;
}

function markOf({ details }: PlanItem) {
  const keys = lostRowsOf(details).map(({ key }) => key);
  const isAll = keys.length >= Number(details?.deleted ?? keys.length);
  return {
    id: 'lost',
    title: isAll ? 'Would be deleted' : `The first ${keys.length} that would be deleted`,
    keys,
  };
}
