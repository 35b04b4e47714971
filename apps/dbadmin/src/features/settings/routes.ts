import type { DbadminOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toChangedBody, toSettingsBody } from './mapper.ts';
import type { SettingService } from './service.ts';

type Operation = 'getSettings' | 'updateSetting' | 'undoSetting';

export function settingRoutes({
  settings,
}: {
  settings: SettingService;
}): Handlers<DbadminOperations, Operation> {
  return {
    async getSettings({ query }) {
      return toSettingsBody(await settings.read(query.connection_id));
    },
    async updateSetting({ body }, actor, call) {
      const value = body.value === null ? null : String(body.value);
      return toChangedBody(
        await settings.update(body.connection_id, body.name, value, auditContext(actor, call)),
      );
    },
    async undoSetting({ body }, actor, call) {
      return toChangedBody(await settings.undo(body.connection_id, auditContext(actor, call)));
    },
  };
}
