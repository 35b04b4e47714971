import { inTransaction } from '@cairn/db';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db, ServerType } from '../../db/schema.ts';
import { inUse } from '../actions/errors.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import type { DetectedServer } from '../providers/detect.ts';
import { readServerFields } from './check-fields.ts';
import type { AddressChecks, ServerForm as ServerFieldsForm } from './check-fields.ts';
import { CONSTRAINTS, noSuchServer } from './errors.ts';
import { serverPassword } from './password.ts';
import {
  deleteServer,
  findServer,
  insertServer,
  listProjectNames,
  listServers,
  lockServer,
  saveDetectedType,
  updateServer,
} from './repo.ts';
import type { ListedServer, SealedServer, ServerFields } from './types.ts';

/** How long a person waits for a server that does not answer. */
const DETECT_MS = 5_000;

export type ServerForm = ServerFieldsForm & { id?: string; password?: string };

interface ServerDeps extends AddressChecks {
  db: Db;
  secretBox: SecretBox;
  /** What answers at an address. */
  detect(server: Pick<ServerFields, 'type' | 'url'>, signal: AbortSignal): Promise<DetectedServer>;
}

export interface SavedServer {
  id: number;
  name: string;
  /** What answers at the address, such as `QFieldCloud`; null where nothing does that we know, and for a folder. */
  product: string | null;
}

export type ServerService = ReturnType<typeof createServerService>;

/** The servers with field projects, as administrators keep them. */
export function createServerService(deps: ServerDeps) {
  const { db, secretBox } = deps;

  async function get(id: number): Promise<SealedServer> {
    const server = await findServer(db, id);
    if (!server) throw noSuchServer(id);
    return server;
  }

  function seal(fields: ServerFields, password: string, before: SealedServer | null): string | null {
    if (fields.type === 'folder') return null;
    return serverPassword.seal(secretBox, { fields, password, before });
  }

  async function detect(fields: ServerFields) {
    const signal = AbortSignal.timeout(DETECT_MS);
    const found = await deps.detect(fields, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    return { detectedType: found?.isDetected ? found.type : null, product: found?.product ?? null };
  }

  return {
    /** By name. */
    list: (): Promise<ListedServer[]> => listServers(db),

    get,

    /** What answers at an address where nothing has answered yet; what was chosen as long as nothing does. */
    async learnType(server: SealedServer): Promise<ServerType> {
      if (server.type === 'folder') return server.type;
      const { detectedType } = await detect(server);
      if (detectedType === null) return server.type;
      await saveDetectedType(db, server, detectedType);
      return detectedType;
    },

    /**
     * Creates a server, or replaces the one with the form's id. A server that does not answer is saved too.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another server has
     */
    async save(form: ServerForm, cause: AuditContext, ownerId: number | null): Promise<SavedServer> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const fields = await readServerFields(form, deps);
      const { detectedType, product } = await detect(fields);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockServer(trx, id);
        if (id !== null && !before) throw noSuchServer(id);
        const stored = { ...fields, detectedType, sealedPassword: seal(fields, password, before) };
        const savedId = before?.id ?? (await insertServer(trx, stored, ownerId));
        if (before) await updateServer(trx, before, stored);
        await recordAudit(trx, {
          event: before ? 'server.changed' : 'server.created',
          ...{ cause, objectId: savedId, subject: fields.name },
          details: {
            ...{ type: fields.type, url: fields.url, username: fields.username },
            password_changed: password !== '',
          },
        });
        return { id: savedId, name: fields.name, product };
      });
    },

    /** Returns the name. @throws {AppError} not_found, conflict with the names of projects that are on it */
    async remove(form: ServerForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const server = await lockServer(trx, id);
        if (!server) throw noSuchServer(id);
        const projects = await listProjectNames(trx, id);
        if (projects.length > 0) throw inUse(`The server "${server.name}"`, projects);
        await deleteServer(trx, id);
        await recordAudit(trx, { event: 'server.deleted', cause, objectId: id, subject: server.name });
        return server.name;
      });
    },

    /** The password, for a person to see. @throws {AppError} not_found, conflict without one, too_many */
    async showPassword(form: ServerForm, cause: AuditContext): Promise<string> {
      const server = await get(requireId('id', form.id));
      const password = serverPassword.require(secretBox, server);
      await recordSecretShown(db, {
        ...{ event: 'server.secret_shown', cause, objectId: server.id, subject: server.name },
      });
      return password;
    },
  };
}
