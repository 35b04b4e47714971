import { Readable } from 'node:stream';
import type { StagedFile, Storage } from '@cairn/files';
import { badGateway, badRequest } from '@cairn/service';
import type { MapServers } from '../connections/service.ts';
import { toGatewayError } from '../geoserver/client.ts';
import type { GeoServerClient } from '../geoserver/client.ts';
import { findLayer } from '../geoserver/layers.ts';
import { readAnswer } from '../geoserver/ogc.ts';
import { fetchFeatures } from './fetch-features.ts';

/** A layer of a map server as the source of an import. */
export interface MapLayerSource {
  connectionId: number;
  /** Address of the connection when the import was requested. */
  serverUrl: string;
  workspace: string;
  layer: string;
}

export interface FetchLayerDeps {
  mapServers: MapServers;
  storage: Storage;
}

export interface FetchLayerOptions {
  maxBytes: number;
  maxMs: number;
  signal: AbortSignal;
  /** Share of the data that has come, where it is known, and what is being done. */
  onProgress(share: number, stage: string): void;
}

/**
 * Copies the data of a layer to the storage: features as GeoJSON, a raster as GeoTIFF. The caller owns the staged file.
 * @throws {AppError} bad_request for what cannot be imported, bad_gateway for a map server that fails or sends something incomplete.
 */
export async function fetchMapLayer(
  { mapServers, storage }: FetchLayerDeps,
  source: MapLayerSource,
  options: FetchLayerOptions,
): Promise<{ fileName: string; file: StagedFile }> {
  const { workspace, layer } = source;
  const { connection, server } = await mapServers.open(source.connectionId);
  if (connection.url !== source.serverUrl) {
    throw badRequest(
      'vault.mapserver_moved',
      'The connection was changed in the meantime. Start the import again.',
    );
  }
  options.onProgress(0, 'Asking the map server');
  const found = await findLayer(server, { workspace, layer }, options.signal);
  if (!found) {
    throw badRequest('vault.no_such_layer', `There is no layer "${layer}" in the workspace "${workspace}".`);
  }
  if (found.type === 'other') {
    throw badRequest(
      'vault.mapserver_no_data',
      `"${layer}" is a group of layers or a layer of another server. Import a layer with data of its own.`,
    );
  }
  const name = layer.replace(/[^\p{L}\p{N}\p{M}_. ()-]+/gu, '_');
  if (found.type === 'raster') {
    return { fileName: `${name}.tif`, file: await stageCoverage(storage, server, source, options) };
  }
  const { signal, onProgress, maxBytes } = options;
  const features = fetchFeatures(server, {
    ...{ workspace, layer, signal },
    onFeatures: (received, total) => onProgress(received / total, `${received} of ${total} features`),
  });
  const bytes = Readable.from(limitText(features, maxBytes), { objectMode: false });
  return { fileName: `${name}.geojson`, file: await storage.stage(bytes, { signal }) };
}

async function stageCoverage(
  storage: Storage,
  server: GeoServerClient,
  { workspace, layer }: MapLayerSource,
  { maxBytes, maxMs, signal, onProgress }: FetchLayerOptions,
): Promise<StagedFile> {
  onProgress(0, 'Receiving the raster');
  const response = await server.open({
    path: [workspace, 'wcs'],
    query: {
      ...{ service: 'WCS', version: '2.0.1', request: 'GetCoverage' },
      ...{ coverageId: `${workspace}__${layer}`, format: 'image/tiff' },
    },
    accept: 'image/tiff, application/xml',
    limits: { maxBytes, totalMs: maxMs, idleMs: 300_000 },
    signal,
  });
  const type = response.headers['content-type'] ?? '';
  if (response.status === 200 && /^image\/(geo)?tiff/i.test(type)) {
    return storage.stage(response.body, { signal }).catch((error: unknown) => {
      throw toGatewayError(error);
    });
  }
  const text = await readStart(response.body);
  if (/xml/i.test(type)) readAnswer(server, text, {});
  if (response.status !== 200)
    throw server.unexpected({ status: response.status, text }, 'The raster was not sent');
  throw badGateway(
    'vault.mapserver_no_tiff',
    `The map server ${server.host} did not send the raster as a GeoTIFF.`,
  );
}

/** Enough for a message. */
async function readStart(body: Readable): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > 64 * 1024) break;
  }
  return text;
}

async function* limitText(pieces: AsyncIterable<string>, maxBytes: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece, 'utf8');
    seen += bytes.length;
    if (seen > maxBytes) {
      throw badRequest(
        'vault.file_too_large',
        'The layer is larger than the largest file that may be stored here.',
      );
    }
    yield bytes;
  }
}
