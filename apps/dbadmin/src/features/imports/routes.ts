import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { causeOf, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Received } from './receive.ts';
import type { ImportService } from './service.ts';

export function importRoutes({
  imports,
}: {
  imports: ImportService;
}): Handlers<DbadminOperations, 'uploadImport' | 'importFile'> {
  return {
    uploadImport: streaming(async ({ req, res, input, actor, call }) => {
      const sent = { req, signal: call.signal, userId: actor.id };
      res.status(201).json(toUploadBody(await imports.upload(input.path.id, sent)));
    }),
    async importFile({ path, body }, actor, call) {
      const jobId = await imports.importFile(
        path.id,
        {
          sourcePath: body.source_path,
          schema: body.schema ?? 'public',
          table: body.table_name ?? '',
          layer: body.layer_name ?? '',
          sridPolicy: body.srid_policy ?? '',
          overwrite: body.overwrite ?? true,
        },
        causeOf(actor, call),
      );
      return respond(202, { job_id: String(jobId) });
    },
  };
}

function toUploadBody({ sourcePath, filename, size, layers }: Received): DbadminSchemas['UploadedFile'] {
  return {
    source_path: sourcePath,
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
