import { t, useChange } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { overviewKey, settingsKey } from '../query-keys.ts';

/** Undoes the last change of a setting of a server. */
export function useUndoChange(server: Connection) {
  return useChange<void, { name: string; pending_restart: boolean }>(
    () => dbadmin.POST('/api/settings/undo', { body: { connection_id: server.id } }),
    {
      refresh: [settingsKey(server.id), overviewKey(server.id)],
      done: ({ pending_restart: pending, name }) =>
        t(pending ? 'settings.undonePending' : 'settings.undone', { name }),
    },
  );
}
