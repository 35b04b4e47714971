import { inTransaction, mayKeepPassword } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { inUse, passwordNeeded } from '../actions/errors.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { sealPassword } from '../actions/seal-password.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { readLinkFields } from './check-fields.ts';
import type { DatabaseLinkFieldsForm } from './check-fields.ts';
import { connectionString } from './connection-string.ts';
import { CONSTRAINTS, noSuchLink } from './errors.ts';
import { openAddress, passwordPurpose } from './password.ts';
import {
  deleteLink,
  findLink,
  insertLink,
  listLinks,
  listProjectNames,
  lockLink,
  updateLink,
} from './repo.ts';
import type { DatabaseLinkFields, ListedDatabaseLink, SealedDatabaseLink } from './types.ts';

export type DatabaseLinkForm = DatabaseLinkFieldsForm & { id?: string; password?: string };

interface DatabaseLinkDeps {
  db: Db;
  secretBox: SecretBox;
  /** Networks beside the public internet in which databases may be, in CIDR notation. */
  serverNetworks: string[];
}

export type DatabaseLinkService = ReturnType<typeof createDatabaseLinkService>;

/** The databases into which projects go, as administrators keep them. */
export function createDatabaseLinkService({ db, secretBox, serverNetworks }: DatabaseLinkDeps) {
  async function get(id: number): Promise<SealedDatabaseLink> {
    const link = await findLink(db, id);
    if (!link) throw noSuchLink(id);
    return link;
  }

  function seal(fields: DatabaseLinkFields, password: string, before: SealedDatabaseLink | null): string {
    if (password === '' && before && !mayKeepPassword(toLogin(before), toLogin(fields)))
      throw passwordNeeded();
    const stored = before && { sealedPassword: before.sealedPassword, purpose: passwordPurpose(before) };
    return sealPassword(secretBox, { password, purpose: passwordPurpose(fields), stored });
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
     * Creates a database link, or replaces the one with the form's id. Returns its id and name.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another one has
     */
    async save(
      form: DatabaseLinkForm,
      cause: AuditContext,
      ownerId: number | null = null,
    ): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const sent = await readLinkFields(form, serverNetworks);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockLink(trx, id);
        if (id !== null && !before) throw noSuchLink(id);
        const fields = { ...sent, sslmode: sent.sslmode ?? before?.sslmode ?? 'prefer' };
        const stored = { ...fields, sealedPassword: seal(fields, password, before) };
        const savedId = before?.id ?? (await insertLink(trx, stored, ownerId));
        if (before) await updateLink(trx, before.id, stored);
        const { name, ...details } = fields;
        await recordAudit(trx, {
          event: before ? 'database_link.changed' : 'database_link.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { ...details, password_changed: password !== '' },
        });
        return { id: savedId, name };
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

function toLogin({ host, port, username: user, sslmode }: DatabaseLinkFields) {
  return { host, port, user, sslmode };
}
