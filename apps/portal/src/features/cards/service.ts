import { badRequest, notFound } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { isSafeImage, isSafeLink } from './link.ts';
import { deleteCard, findCards, findVisibleCards, insertCard, moveCards, replaceCard } from './repo.ts';
import type { Card, CardFields, CardPosition, CardType } from './types.ts';

/** Icons of cards without one. */
const ICONS: Record<CardType, string> = {
  map: 'map',
  dashboard: 'dashboard',
  report: 'report',
  dataset: 'database',
  external: 'external-link',
  admin: 'settings',
};

export interface CardService {
  /** Every card, for administrators. */
  listAll(): Promise<Card[]>;
  /** The cards that the actor may see. */
  listFor(actor: Actor): Promise<Card[]>;
  create(fields: CardFields, cause: AuditContext): Promise<Card>;
  replace(id: number, fields: CardFields, cause: AuditContext): Promise<Card>;
  delete(id: number, cause: AuditContext): Promise<void>;
  /** Saves all positions, or none of them. */
  reorder(positions: CardPosition[], cause: AuditContext): Promise<void>;
}

export function createCardService({ db }: { db: Db }): CardService {
  return {
    listAll: () => findCards(db),
    listFor: (actor) =>
      actor.isAdmin
        ? findCards(db)
        : findVisibleCards(db, {
            signedIn: actor.kind === 'user',
            userId: actor.id,
            groupIds: actor.groupIds,
          }),

    create: (fields, cause) =>
      db.transaction().execute(async (trx) => {
        const card = await insertCard(trx, checked(fields));
        await recordAudit(trx, {
          event: 'card.created',
          cause,
          subject: { type: 'card', id: card.id, name: card.title },
        });
        return card;
      }),

    replace: (id, fields, cause) =>
      db.transaction().execute(async (trx) => {
        const card = await replaceCard(trx, id, checked(fields));
        if (!card) throw unknown(id);
        await recordAudit(trx, {
          event: 'card.updated',
          cause,
          subject: { type: 'card', id, name: card.title },
        });
        return card;
      }),

    async delete(id, cause) {
      await db.transaction().execute(async (trx) => {
        const title = await deleteCard(trx, id);
        if (title === null) throw unknown(id);
        await recordAudit(trx, { event: 'card.deleted', cause, subject: { type: 'card', id, name: title } });
      });
    },

    async reorder(positions, cause) {
      if (positions.length === 0) return;
      if (new Set(positions.map((position) => position.id)).size < positions.length) {
        throw badRequest('portal.card_twice', 'A card is listed twice. List each card once.');
      }
      await db.transaction().execute(async (trx) => {
        if ((await moveCards(trx, positions)) < positions.length) {
          throw badRequest(
            'portal.no_such_card',
            'One of the cards no longer exists. Nothing was moved. Reload the cards.',
          );
        }
        await recordAudit(trx, { event: 'cards.reordered', cause, details: { cards: positions.length } });
      });
    },
  };
}

function checked(fields: CardFields): CardFields {
  const title = fields.title.trim();
  const url = fields.url.trim();
  const imageUrl = fields.imageUrl.trim();
  if (title === '') throw badRequest('portal.no_card_title', 'The card has no title. Enter one.');
  if (!isSafeLink(url)) throw unsafe('url');
  if (imageUrl !== '' && !isSafeImage(imageUrl)) throw unsafe('image_url');
  const icon = fields.icon.trim() || ICONS[fields.cardType];
  return { ...fields, title, url, imageUrl, icon, category: fields.category.trim() };
}

function unsafe(field: 'url' | 'image_url') {
  return badRequest(
    'portal.bad_link',
    `${field} is not a valid link. Enter one that starts with https:// or http://, or a path such as /vault.`,
  );
}

function unknown(id: number) {
  return notFound('portal.no_such_card', `Card ${id} not found.`);
}
