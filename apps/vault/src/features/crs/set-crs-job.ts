import { createReadStream } from 'node:fs';
import type { Storage } from '@cairn/files';
import { assignCrs, openGdal, resolveCrs } from '@cairn/geo';
import type { Processor } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import type { ContentService } from '../content/service.ts';
import { destinationOf, requireChangeable } from '../versions/version-writer.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { versionGone } from '../versions/errors.ts';
import { toDerivedBody } from '../versions/mapper.ts';
import { requirePermission, requireRequester } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { findVersionById } from '../versions/repo.ts';
import { copyRowNumbers } from '../versions/row-numbers-repo.ts';
import { toAssignableFile } from './assignable-file.ts';
import type { SetCrsPayload } from './types.ts';

export interface SetCrsDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  versionWriter: VersionWriter;
  auth: UserRights;
}

/** Writes the file with the coordinate system and creates a version from it, once even when the job runs twice. */
export function setCrs(deps: SetCrsDeps): Processor<VaultDatabase> {
  const { db, storage, contents, versionWriter, auth } = deps;
  return async ({ srid, layers, label, maker: author, ...payload }: SetCrsPayload, ctx) => {
    const earlier = await versionWriter.resume(ctx);
    if (earlier) return toDerivedBody(earlier);
    const version = await findVersionById(db, payload.version_id);
    if (!version) throw versionGone();
    await requireChangeable(db, version);
    const requester = await requireRequester(auth, author.id);
    await requirePermission(auth, requester, version, 'edit');
    const { format, parts } = await toAssignableFile(contents, version);
    const { signal } = ctx;
    const scratch = await storage.scratch();
    try {
      ctx.progress(5, 'Writing the coordinate system');
      const options = { cwd: scratch.path, signal };
      const gdal = await openGdal();
      const resolved = await resolveCrs(gdal, srid, options);
      const written = await assignCrs(
        gdal,
        {
          source: { path: storage.path(version.objectKey as string), format },
          layers: parts.map(({ name }) => ({ name, assigned: layers.includes(name) })),
          resolved,
        },
        options,
      );
      ctx.progress(60, 'Checking the new file');
      const result = await versionWriter.ingest({
        fileName: version.fileName,
        file: await storage.stage(createReadStream(written.path), { signal }),
        destination: destinationOf(version),
        author,
        origin: {
          operation: 'set_crs',
          parentId: version.id,
          parameters: {
            srid,
            crs: resolved.entry.name,
            ...(layers.length < parts.length ? { layers } : {}),
          },
          ...(label ? { label } : {}),
        },
        rowNumbers: (_checked, trx) => copyRowNumbers(trx, version),
        signal,
        commit: (work, step) => ctx.commit(work, step),
      });
      return toDerivedBody(result, written.warnings);
    } finally {
      await scratch.remove();
    }
  };
}
