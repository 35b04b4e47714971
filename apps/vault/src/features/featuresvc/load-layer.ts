import { encodeRows, toEwkb, ValueMismatch, widerEncoding } from '@cairn/geo';
import type { EsriColumn, EsriPage } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import { countDiffers, ServiceError, toTableError } from './errors.ts';
import { countFeatures } from './open-service.ts';
import { toTableName } from './plan.ts';
import type { LayerPlan } from './plan.ts';
import { readPages } from './read-pages.ts';
import {
  changeColumnType,
  copyRows,
  createLoadingTable,
  readColumns,
  readPosition,
} from './server-queries.ts';
import type { ServiceClient } from './service-client.ts';

const DUPLICATE = '23505';

export interface LayerLoad {
  service: ServiceClient;
  client: pg.Client;
  plan: LayerPlan;
  signal: AbortSignal;
  /** What the service counted at the beginning. */
  before: number;
  /** Features so far, also those of earlier attempts. */
  onRows(rows: number): void;
}

/**
 * Loads a layer into a table of a name of its own, page by page. What an earlier attempt has loaded stays, and the reading continues
 * behind it. @throws {AppError} when the number of features is not that which the service counts.
 */
export async function loadLayer({ service, client, plan, signal, before, onRows }: LayerLoad): Promise<{
  rows: number;
  note: string | null;
}> {
  const { layer, table, wkid } = plan;
  await createLoadingTable(client, table).catch((error: unknown) => {
    throw toTableError(error, toTableName(plan));
  });
  const from = await readPosition(client, table);
  const columns = await readColumns(client, table);
  let { rows } = from;
  onRows(rows);
  if (rows < before) {
    for await (const page of readPages(service, { layer, wkid, expected: before, from })) {
      signal.throwIfAborted();
      await appendPage(client, plan, { page, columns });
      rows += page.features.length;
      onRows(rows);
    }
  }
  const after = await countFeatures(service, layer);
  if (rows !== after) throw countDiffers(layer.name, { rows, before, after });
  return { rows, note: before === after ? null : changedNote(before, after) };
}

function changedNote(before: number, after: number): string {
  return `The service changed during the import: it counted ${before.toLocaleString('en')} features before and ${after.toLocaleString('en')} after.`;
}

/** Appends all rows of a page or none. `columns` changes when a value needs a wider type than the service declares. */
async function appendPage(
  client: pg.Client,
  { layer, table }: LayerPlan,
  { page, columns }: { page: EsriPage; columns: EsriColumn[] },
): Promise<void> {
  const { objectIdField } = layer;
  const rows = page.features.map(({ attributes, geometry }) => ({
    key: objectIdField === null ? null : requireId(attributes[objectIdField], layer.name),
    attributes,
    geometry: table.geometry === null ? undefined : geometry && toEwkb(geometry, layer, table.srid ?? 0),
  }));
  for (;;) {
    try {
      await copyRows(client, table, { columns, bytes: encodeRows(rows, columns) });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE) throw sentTwice(layer.name);
      if (!(error instanceof ValueMismatch)) throw error;
      await widen(client, { table, columns }, error);
    }
  }
}

async function widen(
  client: pg.Client,
  { table, columns }: Pick<LayerPlan, 'table'> & { columns: EsriColumn[] },
  { column, message }: ValueMismatch,
): Promise<void> {
  const at = columns.findIndex(({ name }) => name === column.name);
  const encoding = widerEncoding(column.encoding);
  if (at < 0 || encoding === null) throw unprocessable('vault.bad_value', message);
  const wider = { ...column, encoding };
  await changeColumnType(client, table, wider);
  columns[at] = wider;
}

function requireId(value: unknown, layer: string): unknown {
  if (value !== undefined && value !== null) return value;
  throw new ServiceError(
    200,
    'no_object_id',
    `The service sent a feature of the layer "${layer}" without an object id. Nothing was imported.`,
  );
}

function sentTwice(layer: string): ServiceError {
  return new ServiceError(
    200,
    'feature_twice',
    `The service sent a feature of the layer "${layer}" twice; it may have changed during the import. Nothing was imported. Try again.`,
  );
}
