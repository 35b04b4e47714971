import { inTransaction } from '@cairn/db';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { inUse } from '../actions/errors.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { readExcludes, readTargetFields } from './check-fields.ts';
import type { FileTargetFieldsForm } from './check-fields.ts';
import { CONSTRAINTS, noConnection, noOfferedKey, noSuchTarget, otherFingerprint } from './errors.ts';
import { fingerprintOf } from './push/host-key.ts';
import { sftpAddress, targetPassword } from './password.ts';
import {
  acceptHostKey,
  deleteTarget,
  findTarget,
  insertTarget,
  listProjectNames,
  listTargets,
  lockTarget,
  updateExcludes,
  updateTarget,
} from './repo.ts';
import type { FileTargetFields, ListedFileTarget, SealedFileTarget } from './types.ts';

export type FileTargetForm = FileTargetFieldsForm & {
  id?: string;
  password?: string;
  excludes?: string;
  fingerprint?: string;
};

interface FileTargetDeps {
  db: Db;
  secretBox: SecretBox;
  /** Networks besides the public internet in which targets may be, in CIDR notation. */
  serverNetworks: string[];
}

export type FileTargetService = ReturnType<typeof createFileTargetService>;

/** Where the files of projects are copied, as administrators keep it. */
export function createFileTargetService({ db, secretBox, serverNetworks }: FileTargetDeps) {
  async function get(id: number): Promise<SealedFileTarget> {
    const target = await findTarget(db, id);
    if (!target) throw noSuchTarget(id);
    return target;
  }

  function seal(fields: FileTargetFields, password: string, before: SealedFileTarget | null): string | null {
    if (fields.syncType === 'local') return null;
    return targetPassword.seal(secretBox, { fields, password, before });
  }

  function recordShown({ id, name }: SealedFileTarget, cause: AuditContext): Promise<void> {
    return recordSecretShown(db, { event: 'file_target.secret_shown', cause, objectId: id, subject: name });
  }

  return {
    /** By name. */
    list: (): Promise<ListedFileTarget[]> => listTargets(db),

    get,

    /**
     * Creates a file target, or replaces the one with the form's id; its patterns stay.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another one has
     */
    async save(
      form: FileTargetForm,
      cause: AuditContext,
      ownerId: number | null,
    ): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const fields = await readTargetFields(form, serverNetworks);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockTarget(trx, id);
        if (id !== null && !before) throw noSuchTarget(id);
        const stored = { ...fields, sealedPassword: seal(fields, password, before) };
        const savedId = before?.id ?? (await insertTarget(trx, stored, ownerId));
        if (before) await updateTarget(trx, before, stored);
        const { name, ...details } = fields;
        await recordAudit(trx, {
          event: before ? 'file_target.changed' : 'file_target.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { ...details, password_changed: password !== '' && fields.syncType === 'remote' },
        });
        return { id: savedId, name };
      });
    },

    /** Returns the name. @throws {AppError} not_found, conflict with the names of projects that are copied to it */
    async remove(form: FileTargetForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const target = await lockTarget(trx, id);
        if (!target) throw noSuchTarget(id);
        const projects = await listProjectNames(trx, id);
        if (projects.length > 0) throw inUse(`The file target "${target.name}"`, projects);
        await deleteTarget(trx, id);
        await recordAudit(trx, { event: 'file_target.deleted', cause, objectId: id, subject: target.name });
        return target.name;
      });
    },

    /** Replaces the patterns of files that are not copied. @throws {AppError} bad_request, not_found */
    async saveExcludes(form: FileTargetForm, cause: AuditContext): Promise<void> {
      const id = requireId('id', form.id);
      const excludes = readExcludes(form.excludes ?? '');
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        const name = await updateExcludes(trx, id, excludes);
        if (name === null) throw noSuchTarget(id);
        await recordAudit(trx, {
          event: 'file_target.changed',
          ...{ cause, objectId: id, subject: name, details: { excludes_bytes: Buffer.byteLength(excludes) } },
        });
      });
    },

    /**
     * Takes the other key that the machine of a target sent, if it is the one whose fingerprint someone has seen. Returns the name.
     * @throws {AppError} not_found, conflict without such a key, and for another fingerprint
     */
    async acceptHostKey(form: FileTargetForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const target = await lockTarget(trx, id);
        if (!target) throw noSuchTarget(id);
        const { name, hostKey, offeredHostKey } = target;
        if (offeredHostKey === null) throw noOfferedKey(name);
        const accepted = fingerprintOf(offeredHostKey);
        if (form.fingerprint?.trim() !== accepted) throw otherFingerprint(name, accepted);
        await acceptHostKey(trx, id, offeredHostKey);
        await recordAudit(trx, {
          ...{ event: 'file_target.host_key_accepted', cause, objectId: id, subject: name },
          details: { accepted, former: hostKey && fingerprintOf(hostKey) },
        });
        return name;
      });
    },

    /** The password, for a person to see. @throws {AppError} not_found, conflict without one, too_many */
    async showPassword(form: FileTargetForm, cause: AuditContext): Promise<string> {
      const target = await get(requireId('id', form.id));
      const password = targetPassword.require(secretBox, target);
      await recordShown(target, cause);
      return password;
    },

    /** The `sftp://` address with the password. @throws {AppError} not_found, conflict for a local one, too_many */
    async showConnection(form: FileTargetForm, cause: AuditContext): Promise<string> {
      const target = await get(requireId('id', form.id));
      if (target.syncType === 'local') throw noConnection(target.name);
      const address = sftpAddress(target, targetPassword.open(secretBox, target) ?? '');
      await recordShown(target, cause);
      return address;
    },
  };
}
