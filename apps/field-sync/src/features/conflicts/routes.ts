import type { FieldSyncOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import { requireId } from '../actions/read-fields.ts';
import type { ConflictService } from './service.ts';

const RESOLUTIONS = {
  keep: { resolution: 'kept', message: "The provider's row stays." },
  restore: { resolution: 'restored', message: 'Restored the previous values in the table.' },
} as const;

export function conflictRoutes({
  conflicts,
}: {
  conflicts: ConflictService;
}): Handlers<FieldSyncOperations, 'conflictAction'> {
  return {
    async conflictAction({ body }, actor, call) {
      const { resolution, message } = RESOLUTIONS[chooseAction('conflict.php', body)];
      await conflicts.resolve({
        ...{
          projectId: requireId('id', body.id),
          id: String(requireId('conflict', body.conflict)),
          resolution,
        },
        ...{ by: actor.username ?? String(actor.id), cause: auditContext(actor, call) },
      });
      return { success: true, message };
    },
  };
}
