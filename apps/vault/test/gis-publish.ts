import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { signServiceToken } from '@cairn/auth';
import { createLogger } from '@cairn/service';
import { listen, SERVICE_SECRET } from '@cairn/testing';
import { readGisPublishConfig } from '../src/gis-publish/config.ts';
import { createGisPublish } from '../src/gis-publish/service.ts';

export type TestGisPublish = Awaited<ReturnType<typeof startGisPublish>>;

/** The GIS publish service with a folder of its own, listening on a free port. */
export async function startGisPublish(env: Record<string, string> = {}) {
  // Longer than the name of a socket may be.
  const folder = await mkdtemp(join(tmpdir(), `cairn-gis-${'long-'.repeat(20)}`));
  const config = readGisPublishConfig({
    ...{ NODE_ENV: 'test', PORT: '0', SERVICE_SECRET, STORAGE_ROOT: folder },
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...env,
  });
  const gisPublish = await createGisPublish(
    config,
    createLogger({ service: 'gis-publish', level: config.logLevel }),
  );
  const server = createServer({ keepAliveTimeout: 75_000 }, gisPublish.app);
  const url = await listen(server);
  const token = () => signServiceToken({ service: 'vault', audience: 'gis-publish', secret: SERVICE_SECRET });
  const send = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${token()}`, ...init.headers } });
  return {
    ...gisPublish,
    url,
    folder,
    send,
    /** Body of a JSON response. */
    json: async (path: string, init?: RequestInit) => {
      const response = await send(path, init);
      return { status: response.status, body: (await response.json()) as any };
    },
    async publish(id: string, file: string | Buffer, query: Record<string, string>) {
      const response = await send(`/api/projects/${id}?${new URLSearchParams({ name: id, ...query })}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: typeof file === 'string' ? await readFile(file) : new Uint8Array(file),
      });
      return { status: response.status, body: (await response.json()) as any };
    },
    wms: (id: string, query: Record<string, string> | string, headers: Record<string, string> = {}) =>
      send(`/api/projects/${id}/wms?${typeof query === 'string' ? query : new URLSearchParams(query)}`, {
        headers,
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await gisPublish.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A GetMap request for a picture of 64 × 64 pixels. */
export function getMap(layers: string, { crs, bbox }: { crs: string; bbox: number[] }) {
  return {
    ...{ SERVICE: 'WMS', VERSION: '1.3.0', REQUEST: 'GetMap', LAYERS: layers, STYLES: '', CRS: crs },
    ...{ BBOX: bbox.join(','), WIDTH: '64', HEIGHT: '64', FORMAT: 'image/png', TRANSPARENT: 'TRUE' },
  };
}

/** Red, green, blue and alpha of a pixel of a picture, by column and row. */
export async function pixelOf(response: Response, [column, row]: [number, number]): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((row * info.width + column) * 4, (row * info.width + column) * 4 + 4)];
}

const run = promisify(execFile);

/** A GeoTIFF of one colour on each half, at 0 to 10 degrees east and north. */
export async function twoColours(left: string, right: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-colours-'));
  const half = (background: string) => ({
    create: { width: 8, height: 16, channels: 3 as const, background },
  });
  try {
    const picture = await sharp({ ...half(left), create: { ...half(left).create, width: 16 } })
      .composite([{ input: await sharp(half(right)).png().toBuffer(), left: 8, top: 0 }])
      .removeAlpha()
      .png()
      .toBuffer();
    await writeFile(join(folder, 'picture.png'), picture);
    const place = ['-a_srs', 'EPSG:4326', '-a_ullr', '0', '10', '10', '0'];
    await run('gdal_translate', ['-q', '-of', 'GTiff', ...place, 'picture.png', 'picture.tif'], {
      cwd: folder,
    });
    return await readFile(join(folder, 'picture.tif'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
