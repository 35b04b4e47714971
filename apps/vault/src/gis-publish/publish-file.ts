import { randomBytes } from 'node:crypto';
import { mkdir, open, stat, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { StagedFile, Storage } from '@cairn/files';
import { describeDrawing, inspectDataset, openGdal } from '@cairn/geo';
import { tooLarge, unprocessable } from '@cairn/service';
import { rasterProject, vectorProject } from './project-file.ts';
import type { ProjectFile } from './project-file.ts';
import type { ProjectStore } from './project-store.ts';
import type { QgisPool } from './qgis-pool.ts';
import { DATA_FILES, PROJECT_FILE } from './types.ts';
import type { Format, Project } from './types.ts';

export interface PublishDeps {
  storage: Storage;
  projects: ProjectStore;
  qgis: QgisPool;
  maxBytes: number;
}

export interface PublishFileRequest {
  id: string;
  name: string;
  format: Format;
  source?: string;
  content: Readable;
  signal: AbortSignal;
}

/**
 * Creates a project from a file, or replaces its runtime. The file is examined in the sandbox, and QGIS Server must read the project
 * before it counts. On a failure nothing changes and nothing is left.
 */
export async function publishFile(
  { storage, projects, qgis, maxBytes }: PublishDeps,
  { id, name, format, source, content, signal }: PublishFileRequest,
): Promise<{ project: Project; created: boolean }> {
  // Its error reaches the reader.
  const limited = pipeline(content, atMost(maxBytes), () => undefined);
  const staged = await storage.stage(limited, { signal });
  try {
    return await storage.inScratch(async (scratch) => {
      const known = (await projects.find(id))?.runtime;
      const layerName = known?.renderMode === 'raster' ? known.layers[0]?.name : undefined;
      const describe = { name, format, layerName, cwd: join(scratch, 'job'), signal };
      const file = await describeFile(staged.path, describe);
      const prepared = join(scratch, 'project');
      const sizeBytes = await prepareFolder(prepared, { staged, format, file });
      signal.throwIfAborted();
      return await projects.publish(id, {
        name,
        prepared,
        generation: {
          sizeBytes,
          renderMode: format === 'GTiff' ? 'raster' : 'vector',
          layers: file.layers,
          ...(source ? { source } : {}),
        },
        check: (folder) => requireCapabilities(qgis, join(folder, PROJECT_FILE), file.layers.length),
      });
    });
  } finally {
    await staged.discard();
  }
}

interface DescribeRequest {
  name: string;
  format: Format;
  /** Name of the layer of a raster that was published before: map programs know it. */
  layerName: string | undefined;
  cwd: string;
  signal: AbortSignal;
}

async function describeFile(
  path: string,
  { name, format, layerName, cwd, signal }: DescribeRequest,
): Promise<ProjectFile> {
  const gdal = await openGdal();
  await mkdir(cwd, { recursive: true });
  const info = await inspectDataset(gdal, { path, format }, { cwd, signal });
  if (format === 'GPKG') return vectorProject(name, info);
  return rasterProject(name, info, {
    drawing: await describeDrawing(gdal, path, { cwd, signal }),
    layerName,
  });
}

/** The project file beside its data, on the disk. Returns the bytes of both. */
async function prepareFolder(
  folder: string,
  { staged, format, file }: { staged: StagedFile; format: Format; file: ProjectFile },
): Promise<number> {
  await mkdir(folder);
  await rename(staged.path, join(folder, DATA_FILES[format]));
  const path = join(folder, PROJECT_FILE);
  await writeFile(path, file.xml);
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return staged.size + (await stat(path)).size;
}

/** QGIS leaves out layers that it cannot read, so each must be in the capabilities. */
async function requireCapabilities(qgis: QgisPool, project: string, layers: number): Promise<void> {
  const query = new URLSearchParams({
    ...{ MAP: project, SERVICE: 'WMS', VERSION: '1.3.0', REQUEST: 'GetCapabilities' },
    // A different text each time: QGIS may answer an equal one from its memory.
    NONCE: randomBytes(4).toString('hex'),
  });
  const { status, body } = await qgis.request({ REQUEST_METHOD: 'GET', QUERY_STRING: String(query) });
  const found = (body.toString('utf8').match(/<Layer queryable="1"/g) ?? []).length;
  // The root, which contains the layers, is one of them.
  if (status === 200 && found === layers + 1) return;
  throw unprocessable(
    'gis.unreadable',
    'QGIS Server cannot draw the file. Check it in QGIS and publish it again.',
  );
}

/** Counts bytes on the way; an upload that is cut, or too long, ends it with an error. */
function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(tooLarge('gis.too_large', 'The file is larger than this service accepts.'));
      else done(null, chunk);
    },
  });
}
