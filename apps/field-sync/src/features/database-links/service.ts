import { inTransaction, mayKeepPassword } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { inUse, passwordNeeded } from '../actions/errors.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { readLinkFields } from './check-fields.ts';
import type { DatabaseLinkFieldsForm } from './check-fields.ts';
import { connectionString } from './connection-string.ts';
import { CONSTRAINTS, noSuchLink } from './errors.ts';
import type { LinkSessionDeps } from './link-session.ts';
import { linkPassword, openAddress } from './password.ts';
import {
  deleteLink,
  findLink,
  insertLink,
  listLinks,
  listProjectNames,
  lockLink,
  updateLink,
} from './repo.ts';
import { tryLink } from './try-link.ts';
import type { DatabaseLinkFields, ListedDatabaseLink, SealedDatabaseLink } from './types.ts';

export type DatabaseLinkForm = DatabaseLinkFieldsForm & { id?: string; password?: string };

interface DatabaseLinkDeps extends LinkSessionDeps {
  db: Db;
  secretBox: SecretBox;
}

export type DatabaseLinkService = ReturnType<typeof createDatabaseLinkService>;

/** The databases into which projects go, as administrators keep them. */
export function createDatabaseLinkService({ db, secretBox, ...deps }: DatabaseLinkDeps) {
  async function get(id: number): Promise<SealedDatabaseLink> {
    const link = await findLink(db, id);
    if (!link) throw noSuchLink(id);
    return link;
  }

  function seal(fields: DatabaseLinkFields, password: string, before: SealedDatabaseLink | null): string {
    if (password === '' && before && !mayKeepPassword(toLogin(before), toLogin(fields)))
      throw passwordNeeded();
    return linkPassword.seal(secretBox, { fields, password, before });
  }

  /** What a form leads to, with the stored password where it keeps that. */
  function addressOf(
    sent: Awaited<ReturnType<typeof readLinkFields>>,
    password: string,
    before: SealedDatabaseLink | null,
  ): ServerAddress {
    const fields = withSslMode(sent, before);
    const sealedPassword = seal(fields, password, before);
    return openAddress(secretBox, { ...fields, sealedPassword });
  }

  async function show(
    form: DatabaseLinkForm,
    cause: AuditContext,
    secretOf: (address: ServerAddress) => string,
  ): Promise<string> {
    const link = await get(requireId('id', form.id));
    const secret = secretOf(openAddress(secretBox, link));
    await recordSecretShown(db, {
      ...{ event: 'database_link.secret_shown', cause, objectId: link.id, subject: link.name },
    });
    return secret;
  }

  return {
    /** By name. */
    list: (): Promise<ListedDatabaseLink[]> => listLinks(db),

    get,

    /** How to sign in to a database. @throws {AppError} not_found, unavailable when the password cannot be decrypted */
    address: async (id: number): Promise<ServerAddress> => openAddress(secretBox, await get(id)),

    /**
     * Creates a database link, or replaces the one with the form's id. Returns its id and name, and what a person should know of it.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field and for a database of the platform, not_found, conflict for a name that another one has,
     *   unavailable as `tryLink`
     */
    async save(
      form: DatabaseLinkForm,
      cause: AuditContext,
      ownerId: number | null,
    ): Promise<{ id: number; name: string; advice: string | null }> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const sent = await readLinkFields(form, deps.serverNetworks);
      const advice = await tryLink(deps, addressOf(sent, password, id === null ? null : await get(id)));
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockLink(trx, id);
        if (id !== null && !before) throw noSuchLink(id);
        const fields = withSslMode(sent, before);
        const stored = { ...fields, sealedPassword: seal(fields, password, before) };
        const savedId = before?.id ?? (await insertLink(trx, stored, ownerId));
        if (before) await updateLink(trx, before.id, stored);
        const { name, ...details } = fields;
        await recordAudit(trx, {
          event: before ? 'database_link.changed' : 'database_link.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { ...details, password_changed: password !== '' },
        });
        return { id: savedId, name, advice };
      });
    },

    /** Returns the name. @throws {AppError} not_found, conflict with the names of projects that go into it */
    async remove(form: DatabaseLinkForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const link = await lockLink(trx, id);
        if (!link) throw noSuchLink(id);
        const projects = await listProjectNames(trx, id);
        if (projects.length > 0) throw inUse(`The database "${link.name}"`, projects);
        await deleteLink(trx, id);
        await recordAudit(trx, { event: 'database_link.deleted', cause, objectId: id, subject: link.name });
        return link.name;
      });
    },

    /** The password, for a person to see. @throws {AppError} not_found, too_many */
    showPassword: (form: DatabaseLinkForm, cause: AuditContext): Promise<string> =>
      show(form, cause, ({ password }) => password),

    /** Keywords and values for libpq, with the password. @throws {AppError} not_found, too_many */
    showConnection: (form: DatabaseLinkForm, cause: AuditContext): Promise<string> =>
      show(form, cause, connectionString),
  };
}

function withSslMode(
  sent: Awaited<ReturnType<typeof readLinkFields>>,
  before: DatabaseLinkFields | null,
): DatabaseLinkFields {
  return { ...sent, sslmode: sent.sslmode ?? before?.sslmode ?? 'prefer' };
}

function toLogin({ host, port, username: user, sslmode }: DatabaseLinkFields) {
  return { host, port, user, sslmode };
}
