import { hashCredential, isWellFormedToken, mintToken } from '@cairn/auth';
import { badRequest } from '@cairn/service';
import type { Actor, AuditContext, LinkAccess, LinkIdentity, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetResource, mayEditDataset } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchPublication, noSuchToken, tooManyTokens } from './errors.ts';
import { findPublication } from './repo.ts';
import {
  countTokens,
  deleteToken,
  findUsableToken,
  insertToken,
  listTokens,
  lockPublication,
  touchToken,
} from './token-repo.ts';
import type { Publication, TileToken } from './types.ts';

/** Every token starts with this, so that scanners find leaked ones. */
const TOKEN_PREFIX = 'cairn_tile_';
const MAX_TOKENS = 100;

export interface TileTokensDeps {
  db: Db;
  auth: UserRights;
  logger: Logger;
}

/** A token, and whether it opens its layer now. */
export interface CheckedToken {
  token: TileToken;
  works: boolean;
}

export type TileTokens = ReturnType<typeof createTileTokens>;

/** Tokens with which maps outside the platform read one published layer. */
export function createTileTokens({ db, auth, logger }: TileTokensDeps) {
  async function require(publicationId: string): Promise<Publication> {
    const publication = await findPublication(db, publicationId);
    if (!publication) throw noSuchPublication();
    return publication;
  }

  const linkAccess: LinkAccess = {
    /** The rights of the creator are checked each time, so that a token never does more than its creator may. */
    async identify({ secret, path }): Promise<LinkIdentity | null> {
      if (!isWellFormedToken(secret, TOKEN_PREFIX)) return null;
      const token = await findUsableToken(db, hashCredential(secret));
      if (!token || token.publicationId !== String(path.publication).toLowerCase()) return null;
      if (!(await mayEditDataset(auth, token.createdById, token.datasetId))) return null;
      if (token.touchDue) {
        touchToken(db, token.id).catch((err: unknown) =>
          logger.warn({ err }, 'last use of tile token not recorded'),
        );
      }
      return { linkId: token.id, resourceKeys: [datasetResource(token.datasetId).resourceKey] };
    },
  };

  return {
    linkAccess,

    /** Newest first. @throws {AppError} not_found */
    async list(publicationId: string): Promise<CheckedToken[]> {
      const { datasetId, archivedAt } = await require(publicationId);
      const tokens = await listTokens(db, publicationId);
      const creators = [...new Set(tokens.map(({ createdById }) => createdById))];
      const editors = new Set<number>();
      for (const id of creators) if (await mayEditDataset(auth, id, datasetId)) editors.add(id);
      return tokens.map((token) => ({
        token,
        works: archivedAt === null && editors.has(token.createdById) && !hasExpired(token),
      }));
    },

    /** The secret is not stored, and returned only here. @throws {AppError} not_found, conflict, bad_request */
    async create(
      publicationId: string,
      { label, expiresAt, actor, cause }: NewToken,
    ): Promise<CheckedToken & { secret: string }> {
      const { datasetId, dataset, layer, archivedAt } = await require(publicationId);
      const { secret, hash: sha256, prefix } = mintToken(TOKEN_PREFIX);
      const token = await db.transaction().execute(async (trx) => {
        if (!(await lockPublication(trx, publicationId))) throw noSuchPublication();
        if ((await countTokens(trx, publicationId)) >= MAX_TOKENS) throw tooManyTokens(MAX_TOKENS);
        // The contract lets only users in.
        const creator = { createdById: actor.id as number, createdBy: actor.username };
        const created = await insertToken(trx, {
          publicationId,
          sha256,
          prefix,
          label,
          expiresAt,
          ...creator,
        });
        const details = { publication: publicationId, layer, token: created.id, label };
        const about = { datasetId, subject: dataset, details };
        await recordAudit(trx, { event: 'publication.token_created', cause, ...about });
        return created;
      });
      return { token, works: archivedAt === null, secret };
    },

    /** @throws {AppError} not_found */
    async revoke(publicationId: string, tokenId: number, cause: AuditContext): Promise<void> {
      const { datasetId, dataset, layer } = await require(publicationId);
      await db.transaction().execute(async (trx) => {
        const label = await deleteToken(trx, publicationId, tokenId);
        if (label === null) throw noSuchToken(tokenId);
        const details = { publication: publicationId, layer, token: tokenId, label };
        const about = { datasetId, subject: dataset, details };
        await recordAudit(trx, { event: 'publication.token_revoked', cause, ...about });
      });
    },
  };
}

interface NewToken {
  label: string;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  actor: Actor;
  cause: AuditContext;
}

function hasExpired({ expiresAt }: TileToken): boolean {
  return expiresAt !== null && expiresAt <= new Date();
}

/** @throws {AppError} bad_request for a time in the past */
export function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (date > new Date()) return date;
  throw badRequest('vault.expiry_passed', 'The token would already have expired. Choose a later time.');
}

/** @throws {AppError} bad_request for a label of spaces */
export function readLabel(text: string): string {
  const label = text.trim();
  if (label !== '') return label;
  throw badRequest('vault.no_label', 'Give the token a label, such as the name of the site that uses it.');
}
