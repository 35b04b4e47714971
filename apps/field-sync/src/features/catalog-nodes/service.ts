import { inTransaction } from '@cairn/db';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { nodeAddress, nodeUrl } from './address.ts';
import { readNodeFields } from './check-fields.ts';
import type { CatalogNodeFieldsForm } from './check-fields.ts';
import { CONSTRAINTS, noSuchNode } from './errors.ts';
import { catalogNodePassword } from './password.ts';
import { deleteNode, findNode, insertNode, lockNode, updateNode } from './repo.ts';
import type { SealedCatalogNode } from './types.ts';

type CatalogNodeForm = CatalogNodeFieldsForm & { id?: string; password?: string };

interface CatalogNodeDeps {
  db: Db;
  secretBox: SecretBox;
  /** @throws {OutboundError} for an address that may not be called */
  checkUrl(url: string): URL;
}

/** How to sign in to a GeoNode. */
export interface CatalogNodeLogin {
  name: string;
  url: string;
  username: string;
  password: string;
}

export type CatalogNodeService = ReturnType<typeof createCatalogNodeService>;

/** The instances of GeoNode, as administrators keep them. */
export function createCatalogNodeService({ db, secretBox, checkUrl }: CatalogNodeDeps) {
  async function get(id: number): Promise<SealedCatalogNode> {
    const node = await findNode(db, id);
    if (!node) throw noSuchNode(id);
    return node;
  }

  async function show(
    form: CatalogNodeForm,
    cause: AuditContext,
    textOf: (node: SealedCatalogNode) => string,
  ): Promise<string> {
    const node = await get(requireId('id', form.id));
    const text = textOf(node);
    await recordSecretShown(db, {
      ...{ event: 'catalog_node.secret_shown', cause, objectId: node.id, subject: node.name },
    });
    return text;
  }

  return {
    /** @throws {AppError} not_found, conflict without a password, unavailable when it cannot be decrypted */
    async login(id: number): Promise<CatalogNodeLogin> {
      const node = await get(id);
      const { name, username } = node;
      return { name, username, url: nodeUrl(node), password: catalogNodePassword.require(secretBox, node) };
    },

    /**
     * Creates a catalog node, or replaces the one with the form's id. Returns its id and name.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another one has
     */
    async save(
      form: CatalogNodeForm,
      cause: AuditContext,
      ownerId: number | null,
    ): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const fields = readNodeFields(form, checkUrl);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockNode(trx, id);
        if (id !== null && !before) throw noSuchNode(id);
        const sealedPassword = catalogNodePassword.seal(secretBox, { fields, password, before });
        const stored = { ...fields, sealedPassword };
        const savedId = before?.id ?? (await insertNode(trx, stored, ownerId));
        if (before) await updateNode(trx, before.id, stored);
        const { name, ...details } = fields;
        await recordAudit(trx, {
          event: before ? 'catalog_node.changed' : 'catalog_node.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { ...details, password_changed: password !== '' },
        });
        return { id: savedId, name };
      });
    },

    /** Returns the name. @throws {AppError} not_found */
    async remove(form: CatalogNodeForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const node = await lockNode(trx, id);
        if (!node) throw noSuchNode(id);
        await deleteNode(trx, id);
        await recordAudit(trx, { event: 'catalog_node.deleted', cause, objectId: id, subject: node.name });
        return node.name;
      });
    },

    /** The password, for a person to see. @throws {AppError} not_found, conflict without one, too_many */
    showPassword: (form: CatalogNodeForm, cause: AuditContext): Promise<string> =>
      show(form, cause, (node) => catalogNodePassword.require(secretBox, node)),

    /** The address with the user. @throws {AppError} not_found, too_many */
    showAddress: (form: CatalogNodeForm, cause: AuditContext): Promise<string> =>
      show(form, cause, nodeAddress),
  };
}
