import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { PortalDatabase } from '../../db/schema.ts';
import { readdressedLink } from './link.ts';
import type { Card, CardFields, CardPosition } from './types.ts';

type CardRow = Selectable<PortalDatabase['cards']>;

/** The viewer of the cards; null is an administrator, to whom all are visible. */
export interface CardViewer {
  signedIn: boolean;
  userId: number | null;
  groupIds: number[];
}

/** All cards in their order. */
export async function findCards(db: Db): Promise<Card[]> {
  const rows = await db.selectFrom('cards').selectAll().orderBy('sort_order').orderBy('id').execute();
  return rows.map(toCard);
}

/**
 * The cards that a viewer without administrator rights sees: public ones, and for signed-in users the others except
 * those for administrators. A card of a resource is shown only to viewers who can open the resource, which takes a
 * permission on the resource and on its service.
 */
export async function findVisibleCards(db: Db, viewer: CardViewer): Promise<Card[]> {
  let query = db.selectFrom('cards').selectAll().orderBy('sort_order').orderBy('id');
  query = query
    .where(sourceIsVisible(viewer))
    .where((eb) =>
      eb.or([eb('is_public', '=', true), ...(viewer.signedIn ? [eb('card_type', '<>', 'admin')] : [])]),
    );
  return (await query.execute()).map(toCard);
}

function sourceIsVisible(viewer: CardViewer) {
  return sql<boolean>`NOT EXISTS (
    SELECT 1 FROM resources r
    WHERE r.service = cards.source_service
      AND (r.resource_key = cards.source_resource_id OR r.resource_type = 'service') AND NOT EXISTS (
      SELECT 1 FROM auth_grants g
      WHERE g.resource_type = r.resource_type AND g.resource_key = r.resource_key
        AND (g.is_public OR g.group_id = ANY(${viewer.groupIds}::int[]) OR g.user_id = ${viewer.userId})))`;
}

export async function insertCard(db: Db, fields: CardFields): Promise<Card> {
  return toCard(await db.insertInto('cards').values(toRow(fields)).returningAll().executeTakeFirstOrThrow());
}

/** Null when the card does not exist. */
export async function replaceCard(db: Db, id: number, fields: CardFields): Promise<Card | null> {
  const row = await db
    .updateTable('cards')
    .set(toRow(fields))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toCard(row) : null;
}

/** The title of the deleted card, or null when it did not exist. */
export async function deleteCard(db: Db, id: number): Promise<string | null> {
  const row = await db.deleteFrom('cards').where('id', '=', id).returning('title').executeTakeFirst();
  return row?.title ?? null;
}

/** Cards that link to a resource of a service. */
export interface CardSource {
  service: string;
  resourceId: string;
}

/** Assigns the cards of a resource to its new key. */
export async function moveCardsToKey(trx: Db, source: CardSource, newKey: string): Promise<void> {
  await trx
    .updateTable('cards')
    .set({ source_resource_id: newKey })
    .where('source_service', '=', source.service)
    .where('source_resource_id', '=', source.resourceId)
    .execute();
}

/** Changes the links of a resource's cards from its former address to the present one. */
export async function readdressCards(
  trx: Db,
  source: CardSource,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'url', 'image_url'])
    .where('source_service', '=', source.service)
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
    .where('source_service', '=', source.service)
    .where('source_resource_id', '=', source.resourceId)
    .returning(['id', 'title'])
    .execute();
}

/** Sets the places of cards within a transaction and answers how many of them there were. */
export async function moveCards(db: Db, positions: CardPosition[]): Promise<number> {
  const ids = positions.map((position) => position.id);
  // Always in the same order, so that two concurrent moves do not deadlock.
  await sql`SELECT FROM cards WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`.execute(db);
  const orders = positions.map((position) => position.sortOrder);
  const result = await sql`UPDATE cards SET sort_order = wanted.sort_order
    FROM unnest(${ids}::int[], ${orders}::int[]) AS wanted (id, sort_order) WHERE cards.id = wanted.id`.execute(
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

function toCard(row: CardRow): Card {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    cardType: row.card_type,
    url: row.url,
    icon: row.icon,
    imageUrl: row.image_url,
    category: row.category,
    sortOrder: row.sort_order,
    isPublic: row.is_public,
    sourceService: row.source_service,
    sourceResourceId: row.source_resource_id,
    isImported: row.is_imported,
    createdAt: row.created_at,
  };
}
