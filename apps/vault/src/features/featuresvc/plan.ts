import { randomBytes } from 'node:crypto';
import {
  checkTableName,
  columnType,
  findSrid,
  launder,
  readSpatialReferences,
  tableColumns,
  withinBytes,
} from '@cairn/geo';
import type { TableName } from '@cairn/geo';
import { conflict, unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { nameFromFile } from '../versions/dataset-name.ts';
import { findDatasetId } from '../versions/dataset-repo.ts';
import { ServiceError } from './errors.ts';
import { findTables } from './server-queries.ts';
import type { LoadingTable } from './server-queries.ts';
import type { FeatureService, ServiceImport, ServiceLayer } from './types.ts';

/** Where one layer goes. It is saved, so that a later attempt continues with the same tables. */
export interface LayerPlan {
  layer: ServiceLayer;
  table: LoadingTable;
  /** Null when only tables are requested, and for a table without geometries: the catalog has no datasets of those. */
  dataset: string | null;
  /** The coordinate system to request; null for a table. */
  wkid: number | null;
}

/** Plans the import of the chosen layers. @throws {AppError} for a layer that cannot be imported, and for names that are taken. */
export async function planImport(
  db: Db,
  client: pg.ClientBase,
  {
    service,
    request,
  }: {
    service: FeatureService;
    request: Pick<ServiceImport, 'layerIds' | 'schema' | 'prefix' | 'tablesOnly'>;
  },
): Promise<LayerPlan[]> {
  const references = await readSpatialReferences(client);
  const attempt = randomBytes(6).toString('hex');
  const names = { tables: new Set<string>(), datasets: new Set<string>() };
  const plans = chooseLayers(service, request.layerIds).map((layer, i): LayerPlan => {
    const wkid = layer.geometryType === null ? null : chooseWkid(layer, references);
    const own = tableColumns(layer.fields, {
      objectIdField: layer.objectIdField,
      hasGeometry: layer.kind !== null,
    });
    const name = unusedName(withinBytes(launder(`${request.prefix}${layer.name}`), 55), names.tables);
    checkTableName({ schema: request.schema, table: name });
    const wanted = nameFromFile(`${request.prefix}${layer.name}`.slice(0, 180).replaceAll('.', '_'));
    return {
      layer,
      wkid,
      dataset: layer.kind === null || request.tablesOnly ? null : unusedName(wanted, names.datasets),
      table: {
        ...own,
        schema: request.schema,
        name,
        loadingName: `cairn_import_${attempt}_${i + 1}`,
        geometryType: layer.kind === null ? null : columnType(layer.kind, layer),
        srid: wkid === null ? null : sridOf(wkid, references),
        hasOwnKeys: layer.objectIdField !== null,
      },
    };
  });
  await requireFreeNames(db, client, plans);
  return plans;
}

function chooseLayers({ layers }: FeatureService, ids: number[] | null): ServiceLayer[] {
  const missing = ids?.find((id) => !layers.some((layer) => layer.id === id));
  if (missing !== undefined)
    throw unprocessable('vault.no_such_layer', `The service has no layer ${missing}. Choose another.`);
  const chosen = ids === null ? layers.filter(isImportable) : layers.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0)
    throw unprocessable('vault.no_layers', 'The service has no layer that can be imported.');
  const refused = chosen.find((layer) => !isImportable(layer));
  if (refused) {
    throw unprocessable(
      'vault.layer_not_importable',
      `The layer "${refused.name}" cannot be imported: ${refused.supportsQuery ? `its geometries (${refused.geometryType}) are not supported` : 'its service does not allow queries of it'}. Leave it out.`,
    );
  }
  return chosen;
}

export function isImportable({ supportsQuery, geometryType, kind }: ServiceLayer): boolean {
  return supportsQuery && (geometryType === null || kind !== null);
}

type References = Awaited<ReturnType<typeof readSpatialReferences>>;

/** The layer's own system where the database knows it, so that no coordinate changes; else WGS 84. */
function chooseWkid({ wkids, supportsPbf, supportsJson }: ServiceLayer, references: References): number {
  const own = supportsPbf || supportsJson ? wkids.find((wkid) => sridOf(wkid, references) !== 0) : undefined;
  return own ?? 4326;
}

/** Esri's numbers are EPSG's below 32768, and its own above. */
function sridOf(wkid: number, references: References): number {
  const named = (authority: string) => findSrid(references, { name: '', authority, code: String(wkid) });
  return named('EPSG') || named('ESRI');
}

function unusedName(wanted: string, used: Set<string>): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}_${n}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}

async function requireFreeNames(db: Db, client: pg.ClientBase, plans: LayerPlan[]): Promise<void> {
  const [taken] = await findTables(client, plans.map(toTableName));
  if (taken) {
    throw conflict(
      'vault.table_exists',
      `The table ${taken.schema}.${taken.table} exists already. Choose another prefix or schema.`,
    );
  }
  for (const { dataset } of plans) {
    if (dataset === null || (await findDatasetId(db, dataset)) === null) continue;
    throw conflict(
      'vault.name_taken',
      `There is already a dataset named "${dataset}". Choose another prefix.`,
    );
  }
}

export function toTableName({ table: { schema, name } }: LayerPlan): TableName {
  return { schema, table: name };
}

/** The description of a layer changed so much that its rows do not fit the table any more. */
export function requireSameFields({ layer }: LayerPlan, current: ServiceLayer): void {
  const names = ({ fields }: ServiceLayer) => fields.map(({ name, type }) => `${name} ${type}`).join('\n');
  if (names(layer) === names(current)) return;
  throw new ServiceError(
    0,
    'layer_changed',
    `The fields of the layer "${layer.name}" changed during the import. Nothing was imported. Start it again.`,
  );
}
