import { escapeLiteral } from 'pg';
import type pg from 'pg';
import { ident } from '@cairn/db';
import { AppError, badRequest, conflict } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { explainRefusal } from '../roles/server-errors.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { boundsOf } from './bounds.ts';
import { CURATED } from './catalog.ts';
import { readMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { findLastChange, findUnsettled, insertChange, markUndoing } from './repo.ts';
import { readSettings, requireChangeable, requireSight } from './server-settings.ts';
import { conclude, settle } from './settle.ts';
import type { ServerSetting, SettingChange } from './types.ts';
import { outOfBounds, parseValue, readValue } from './values.ts';

export interface SettingsOfServer {
  connectionId: number;
  settings: Map<string, ServerSetting>;
  machine: Machine;
  lastChange: SettingChange | null;
}

export interface Changed {
  name: string;
  /** What ALTER SYSTEM had said before, and says now; null for nothing. */
  previousValue: string | null;
  value: string | null;
  pendingRestart: boolean;
}

interface Desk extends Omit<SettingsOfServer, 'lastChange'> {
  db: Db;
  client: pg.Client;
}

export type SettingService = ReturnType<typeof createSettingService>;

/** A curated set of the settings of a server, within bounds in which it starts again. */
export function createSettingService({ db, servers }: { db: Db; servers: Servers }) {
  async function atDesk<T>(connectionId: number, work: (desk: Desk) => Promise<T>): Promise<T> {
    const login = await servers.login(connectionId);
    const busy = 'Somebody else is changing settings of this server; try again in a moment.';
    return withLock(db, { name: `dbadmin.settings ${connectionId}`, busy }, (connection) =>
      inSessionOf(login, MAINTENANCE, async (client) => {
        await requireSight(client);
        await settle({ db: connection, client, connectionId });
        const settings = await readSettings(client);
        return work({ db: connection, client, connectionId, settings, machine: await readMachine(client) });
      }),
    );
  }

  return {
    async read(connectionId: number): Promise<SettingsOfServer> {
      // Somebody may be at it just now, or the server may be away: then it is for the next to settle.
      if ((await findUnsettled(db, connectionId)).length > 0) {
        await atDesk(connectionId, () => Promise.resolve()).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
      const asked = await servers.ask(connectionId, async (client) => ({
        settings: await readSettings(client),
        machine: await readMachine(client),
      }));
      return { connectionId, ...asked, lastChange: await findLastChange(db, connectionId) };
    },

    /** Null or blank takes back whatever ALTER SYSTEM has said. */
    async update(
      connectionId: number,
      name: string,
      sent: string | null,
      cause: AuditContext,
    ): Promise<Changed> {
      if (!CURATED.has(name)) throw notCurated(name);
      return atDesk(connectionId, async (desk) => {
        const setting = requireSetting(desk, name);
        requireChangeable(setting);
        const isReset = sent === null || sent.trim() === '';
        const bounds = boundsOf(setting, desk.settings, desk.machine);
        if (isReset) checkReset(setting, outOfBounds(setting, bounds, setting.valueWithoutSystem ?? ''));
        const value = isReset ? null : readValue(setting, bounds, sent);
        const previousValue = setting.systemValue;
        // The row first: a change that nobody knows of could not be taken back.
        const change = await insertChange(desk.db, { connectionId, name, previousValue, value, cause });
        await alterSystem(desk, name, value);
        await conclude(desk, change);
        return { name, previousValue, value, pendingRestart: await isPending(desk.client, name) };
      });
    },

    async undo(connectionId: number, cause: AuditContext): Promise<Changed> {
      return atDesk(connectionId, async (desk) => {
        const last = await findLastChange(desk.db, connectionId);
        if (!last)
          throw conflict('dbadmin.nothing_to_undo', 'No setting was changed that could be taken back.');
        const { name, previousValue, value } = last;
        const setting = requireSetting(desk, name);
        if (setting.systemValue !== value) {
          throw conflict(
            'dbadmin.setting_changed_elsewhere',
            `${name} was changed by somebody else since; set it as you want it.`,
          );
        }
        const wanted =
          previousValue === null ? setting.valueWithoutSystem : parseValue(setting, previousValue);
        const bounds = boundsOf(setting, desk.settings, desk.machine);
        checkReset(setting, outOfBounds(setting, bounds, wanted ?? ''));
        await markUndoing(desk.db, last.id, cause);
        await alterSystem(desk, name, previousValue);
        await conclude(desk, { ...last, state: 'undoing', cause });
        const pendingRestart = await isPending(desk.client, name);
        return { name, previousValue: value, value: previousValue, pendingRestart };
      });
    },
  };
}

/**
 * Names are ours, values are quoted; ALTER SYSTEM takes no parameters and wants no transaction. After an error it may have been
 * made all the same: the server is asked at once, or when it answers again.
 */
async function alterSystem(desk: Desk, name: string, value: string | null): Promise<void> {
  const how = value === null ? `RESET ${ident(name)}` : `SET ${ident(name)} = ${escapeLiteral(value)}`;
  try {
    await desk.client.query(`ALTER SYSTEM ${how}`);
  } catch (error) {
    await settle(desk).catch(() => undefined);
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (code.startsWith('22')) {
      throw badRequest(
        'dbadmin.setting_refused',
        `The server does not take that: ${message.split('\n', 1)[0]}.`,
      );
    }
    throw explainRefusal(error);
  }
}

async function isPending(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ pending: boolean }>(
    'SELECT pending_restart AS pending FROM pg_settings WHERE name = $1',
    [name],
  );
  return rows[0]?.pending ?? false;
}

/** Taking a change back must not keep the server from starting either. */
function checkReset({ name }: ServerSetting, problem: string | null): void {
  if (problem === null) return;
  throw conflict('dbadmin.setting_out_of_bounds', `What ${name} would go back to does not fit: ${problem}`);
}

function requireSetting({ settings }: Desk, name: string): ServerSetting {
  const setting = settings.get(name);
  if (setting) return setting;
  throw badRequest('dbadmin.unknown_setting', `This version of PostgreSQL has no setting ${name}.`);
}

function notCurated(name: string) {
  const shown = /^[a-z_.]{1,63}$/i.test(name) ? name : 'That';
  return badRequest(
    'dbadmin.setting_not_offered',
    `${shown} is not among the settings that are changed here; choose one from the list.`,
  );
}
