import { isAbsolute, relative } from 'node:path';
import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Received } from './receive-upload.ts';
import type { ImportService } from './service.ts';

export function importRoutes({
  imports,
  config,
}: {
  imports: ImportService;
  config: { storageRoot: string };
}): Handlers<DbadminOperations, 'uploadImport' | 'uploadDataset' | 'importFile'> {
  return {
    uploadImport: streaming(async ({ req, res, input, actor, call }) => {
      const sent = { req, signal: call.signal, userId: actor.id };
      const received = await imports.upload(input.path.id, sent);
      res.status(201).json(toUploadBody(received, config.storageRoot));
    }),
    async uploadDataset({ path, body }, actor, call) {
      const choice = { dataset: body.dataset, version: body.version ?? null };
      const received = await imports.uploadDataset(path.id, choice, { call, userId: actor.id });
      return respond(201, toUploadBody(received, config.storageRoot));
    },
    async importFile({ path, body }, actor, call) {
      const jobId = await imports.importFile(
        path.id,
        {
          // To the letter: no other spelling of the path names the upload.
          sourcePath: isAbsolute(body.source_path)
            ? body.source_path
            : `${config.storageRoot}/${body.source_path}`,
          schema: body.schema ?? 'public',
          table: body.table_name ?? '',
          layer: body.layer_name ?? '',
          sridPolicy: body.srid_policy ?? '',
          overwrite: body.overwrite ?? true,
          append: body.append ?? false,
        },
        auditContext(actor, call),
      );
      return respond(202, { job_id: String(jobId) });
    },
  };
}

/** Callers name an upload by its path below the folder of the storage, which is not theirs to know. */
function toUploadBody(
  { sourcePath, filename, size, layers }: Received,
  storageRoot: string,
): DbadminSchemas['UploadedFile'] {
  return {
    source_path: relative(storageRoot, sourcePath),
    filename,
    size_bytes: size,
    layers: layers.map((layer) => ({
      name: layer.name,
      feature_count: layer.featureCount,
      geometry_type: layer.geometryType,
      srid: layer.srid,
    })),
  };
}
