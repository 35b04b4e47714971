import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { SHARED_RESOURCE_TYPES } from '../../shared-resource-types.ts';
import { readdressedLink } from './link.ts';
import type { Card, CardFields, CardPosition } from './types.ts';

const COLUMNS = [
  'id',
  'title',
  'description',
  'card_type as cardType',
  'url',
  'icon',
  'image_url as imageUrl',
  'category',
  'sort_order as sortOrder',
  'is_public as isPublic',
  'is_imported as isImported',
  'source_service as sourceService',
  'source_resource_id as sourceResourceId',
  'created_at as createdAt',
] as const;

export interface CardViewer {
  signedIn: boolean;
  userId: number | null;
  groupIds: number[];
}

/** All cards in their order. */
export async function findCards(db: Db): Promise<Card[]> {
  return db.selectFrom('cards').select(COLUMNS).orderBy('sort_order').orderBy('id').execute();
}

/**
 * The cards that are visible to a viewer who is not an administrator: public ones, and to signed-in users the others except
 * those of type `admin`. The card of a resource also needs permissions on the resource and on its service.
 */
export async function findVisibleCards(db: Db, viewer: CardViewer): Promise<Card[]> {
  return db
    .selectFrom('cards')
    .select(COLUMNS)
    .where(sourceIsVisible(viewer))
    .where((eb) =>
      eb.or([eb('is_public', '=', true), ...(viewer.signedIn ? [eb('card_type', '<>', 'admin')] : [])]),
    )
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
}

function sourceIsVisible(viewer: CardViewer) {
  // The service that lists a resource of a shared type may not be the one that registered it.
  const keptByBoth = [...SHARED_RESOURCE_TYPES].map(
    ([type, services]) => sql`r.resource_key = cards.source_resource_id AND r.resource_type = ${type}
      AND r.service = ANY(${services}::text[]) AND cards.source_service = ANY(${services}::text[])`,
  );
  return sql<boolean>`NOT EXISTS (
    SELECT 1 FROM resources r
    WHERE (r.service = cards.source_service
      AND (r.resource_key = cards.source_resource_id OR r.resource_type = 'service')
      OR ${sql.join(keptByBoth, sql` OR `)}) AND NOT EXISTS (
      SELECT 1 FROM auth_grants g
      WHERE g.resource_type = r.resource_type AND g.resource_key = r.resource_key
        AND (g.is_public OR g.group_id = ANY(${viewer.groupIds}::int[]) OR g.user_id = ${viewer.userId})))`;
}

export async function insertCard(db: Db, fields: CardFields): Promise<Card> {
  return db.insertInto('cards').values(toRow(fields)).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Null when the card does not exist. */
export async function replaceCard(db: Db, id: number, fields: CardFields): Promise<Card | null> {
  const row = await db
    .updateTable('cards')
    .set(toRow(fields))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

/** The title of the deleted card, or null when it does not exist. */
export async function deleteCard(db: Db, id: number): Promise<string | null> {
  const row = await db.deleteFrom('cards').where('id', '=', id).returning('title').executeTakeFirst();
  return row?.title ?? null;
}

/** The resource that cards link to. */
export interface CardSource {
  /** Those that may have listed it. */
  services: readonly string[];
  resourceId: string;
}

/** Assigns the cards of a resource to its new key. */
export async function moveCardsToKey(trx: Db, source: CardSource, newKey: string): Promise<void> {
  await trx
    .updateTable('cards')
    .set({ source_resource_id: newKey })
    .where('source_service', 'in', source.services)
    .where('source_resource_id', '=', source.resourceId)
    .execute();
}

/** Replaces a resource's former address in its cards. */
export async function readdressCards(
  trx: Db,
  source: CardSource,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'url', 'image_url'])
    .where('source_service', 'in', source.services)
    .where('source_resource_id', '=', source.resourceId)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const card of cards) {
    await trx
      .updateTable('cards')
      .set({
        url: readdressedLink(card.url, from, to),
        image_url: readdressedLink(card.image_url, from, to),
      })
      .where('id', '=', card.id)
      .execute();
  }
}

/** Deletes the cards of a deleted resource, since its permissions no longer exist. */
export async function deleteCardsOf(trx: Db, source: CardSource): Promise<{ id: number; title: string }[]> {
  return trx
    .deleteFrom('cards')
    .where('source_service', 'in', source.services)
    .where('source_resource_id', '=', source.resourceId)
    .returning(['id', 'title'])
    .execute();
}

/** Sets the order of cards within a transaction and returns how many exist. */
export async function moveCards(db: Db, positions: CardPosition[]): Promise<number> {
  const ids = positions.map((position) => position.id);
  // Always in the same order, so that two concurrent moves do not deadlock.
  await sql`SELECT FROM cards WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`.execute(db);
  const orders = positions.map((position) => position.sortOrder);
  const result = await sql`UPDATE cards SET sort_order = position.sort_order
    FROM unnest(${ids}::int[], ${orders}::int[]) AS position (id, sort_order) WHERE cards.id = position.id`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

function toRow(fields: CardFields) {
  return {
    title: fields.title,
    description: fields.description,
    card_type: fields.cardType,
    url: fields.url,
    icon: fields.icon,
    image_url: fields.imageUrl,
    category: fields.category,
    sort_order: fields.sortOrder,
    is_public: fields.isPublic,
    source_service: fields.sourceService,
    source_resource_id: fields.sourceResourceId,
    is_imported: fields.isImported,
  };
}
