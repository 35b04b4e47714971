import type { DatabaseSync } from 'node:sqlite';
import { ringsOf } from '../../geometry/parts.ts';
import { createRegion } from '../../geometry/region.ts';
import { candidates, countCandidates, readRegion } from './region-candidates.ts';
import { conditionOn } from '../geopackage/layer-condition.ts';
import type { SampleMatchesReply, SampleMatchesRequest } from '../../reader-protocol/derive-types.ts';
import { defineFoldCase } from '../geopackage/fold-case.ts';
import { copyGeopackage } from '../geopackage/copy-geopackage.ts';
import { boxOf } from '../geopackage/geometry-box.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

/** Most features that are looked at one by one. */
const MAX_PLACED = 100_000;

/**
 * Counts the features that a derivation would work on and copies an even sample of them, or all when they are few, into a
 * fresh GeoPackage with this one layer.
 */
export function sampleMatches(request: SampleMatchesRequest): SampleMatchesReply {
  const reply: SampleMatchesReply = { total: 0, matched: 0, picked: 0, isCounted: true, groups: null };
  copyGeopackage(request, {
    rows(db) {
      const layer = readAttachedLayers(db, request.layer)[0];
      if (!layer) throw new Error('no such layer');
      reply.total = layer.featureCount;
      const matched = match(db, layer, request);
      // Of what was looked at already.
      const share =
        matched.share * Math.min(1, request.limit / matched.found, request.maxBytes / matched.bytes);
      if (request.first) keepFirst(db, layer, request);
      else db.exec(`DELETE FROM temp.matched WHERE NOT ${chosen('id', share)}`);
      const { picked } = db.prepare('SELECT count(*) AS picked FROM temp.matched').get() as {
        picked: number;
      };
      Object.assign(reply, { matched: matched.count, picked, isCounted: matched.share === 1 });
      if (request.groupsBy !== undefined) reply.groups = countGroups(db, layer, request.groupsBy);
      const selection = { text: `${layer.rowNumber} IN (SELECT id FROM temp.matched)`, values: [] };
      return (table) => (table === layer.name ? selection : /^gpkg_/i.test(table) ? 'all' : 'none');
    },
    change: () => [],
  });
  return reply;
}

interface Matched {
  /** Features that match, projected when they were too many to look at each. */
  count: number;
  /** Of the features that were looked at. */
  share: number;
  /** In `temp.matched`. */
  found: number;
  bytes: number;
}

/** Writes row numbers of features that match to `temp.matched`. */
function match(db: DatabaseSync, layer: GeopackageLayer, { where, region }: SampleMatchesRequest): Matched {
  const [table, geometry] = [`src.${ident(layer.name)}`, ident(layer.geometryColumn)];
  db.exec('CREATE TEMP TABLE matched (id INTEGER PRIMARY KEY)');
  const placed = region === undefined ? null : matchRegion(db, layer, region);
  if (!placed) {
    defineFoldCase(db);
    const condition = where === undefined ? { text: '1', values: [] } : conditionOn(layer, where);
    db.prepare(
      `INSERT INTO temp.matched SELECT ${layer.rowNumber} FROM ${table} WHERE ${condition.text}`,
    ).run(...condition.values);
  }
  const { found, bytes } = db
    .prepare(
      `SELECT count(*) AS found, coalesce(sum(octet_length(${geometry})), 0) AS bytes
         FROM ${table} WHERE ${layer.rowNumber} IN (SELECT id FROM temp.matched)`,
    )
    .get() as { found: number; bytes: number };
  return { found, bytes, ...(placed ?? { count: found, share: 1 }) };
}

function matchRegion(
  db: DatabaseSync,
  layer: GeopackageLayer,
  file: string,
): Pick<Matched, 'count' | 'share'> {
  const region = createRegion(readRegion(file).flatMap(ringsOf));
  const near = countCandidates(db, layer, region);
  const share = Math.min(1, MAX_PLACED / near);
  const insert = db.prepare('INSERT INTO temp.matched VALUES (?)');
  let [seen, hits] = [0, 0];
  for (const [id, head] of candidates(
    db,
    layer,
    region,
    share < 1 ? chosen(`t.${layer.rowNumber}`, share) : '1',
  )) {
    seen += 1;
    const box = boxOf(head);
    if (box && region.placeOf(box) === 'outside') continue;
    insert.run(id);
    hits += 1;
  }
  return { share, count: share === 1 || seen === 0 ? hits : Math.round((near * hits) / seen) };
}

/** Keeps as many of the first features as are allowed, and one at least. */
function keepFirst(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { limit, maxBytes }: Pick<SampleMatchesRequest, 'limit' | 'maxBytes'>,
): void {
  db.prepare(
    `DELETE FROM temp.matched WHERE id NOT IN (
       SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place,
              sum(octet_length(${ident(layer.geometryColumn)})) OVER (ORDER BY id) AS bytes
         FROM src.${ident(layer.name)} t JOIN (SELECT id FROM temp.matched ORDER BY id LIMIT ?) ON id = t.${layer.rowNumber})
        WHERE place = 1 OR bytes <= ?)`,
  ).run(limit, maxBytes);
}

function countGroups(db: DatabaseSync, layer: GeopackageLayer, field: string | null): number {
  if (field === null) return Math.min(1, layer.featureCount);
  if (!layer.columns.some(({ name }) => name === field)) throw new Error('no such column');
  const { groups } = db
    .prepare(
      `SELECT count(*) AS groups FROM (SELECT 1 FROM src.${ident(layer.name)} GROUP BY +${ident(field)} COLLATE BINARY)`,
    )
    .get() as { groups: number };
  return groups;
}

/** Holds for this share of the row numbers, evenly: multiplication shuffles what is left by a prime. */
function chosen(id: string, share: number): string {
  const prime = 1_000_003;
  return `(((${id} % ${prime}) + ${prime}) % ${prime} * 7919 % ${prime} < ${Math.ceil(share * prime)})`;
}
