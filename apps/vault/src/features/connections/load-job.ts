import type { Processor } from '@cairn/jobs';
import type { PostgisService } from './service.ts';

interface Payload {
  load_id: number;
}

/** Loads an uploaded version into PostGIS; its result is part of the upload's answer. */
export function loadPostgis({ postgis }: { postgis: PostgisService }): Processor {
  return async (payload: Payload, context) => {
    const result = await postgis.perform(payload.load_id, context);
    if (!result.success) context.signal.throwIfAborted();
    return result;
  };
}
