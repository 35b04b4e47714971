import type { FieldSyncOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { localTime } from './local-time.ts';
import type { PublishingService } from './service.ts';

export function publishingRoutes({
  publishing,
}: {
  publishing: PublishingService;
}): Handlers<FieldSyncOperations, 'publishAction'> {
  return {
    async publishAction({ body }, actor, call) {
      const { id, viewerUrl, publishedAt, name } = await publishing.publish(body, auditContext(actor, call));
      return {
        ...{ success: true, message: `Published ${name}.`, id: Number(body.id) },
        ...{ publisher_id: id, viewer_url: viewerUrl, published_at: localTime(publishedAt) },
      };
    },
  };
}
