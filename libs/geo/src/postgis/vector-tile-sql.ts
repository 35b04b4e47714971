/** Units of a tile along one side, and how far it draws beyond its edges. */
export const TILE_EXTENT = 4_096;
export const TILE_MARGIN = 64;
/** Corners on an edge of a tile: its edges bend in other systems. */
const CORNERS = 16;
/** Length of the equator in Web Mercator. */
const WORLD = 40_075_017;
/** Names that no column of a person has. */
const SHAPE = 'cairn tile geometry';
const ID = 'cairn tile id';

export interface VectorTileSql {
  /** The schema of PostGIS, quoted, with a dot behind it; empty where the search path finds it. */
  postgis: string;
  /** A geometry in Web Mercator. */
  geometry: string;
  /** The box of the tile in Web Mercator. */
  tile: string;
  /** An integer that becomes the id of the feature; null without one. */
  id: string | null;
  /** Further columns with their names. */
  columns: string[];
  from: string;
  /** Conditions, which must all hold. */
  where: string[];
  /** Which rows a tile has when there are more than `limit`; an empty text for any. */
  order: string;
  limit: number;
}

/** SQL of a query whose one row and column is a Mapbox Vector Tile 2.1 with the layer `features`; empty without features. */
export function compileVectorTile(sql: VectorTileSql): string {
  const { postgis, id } = sql;
  const shape = `${postgis}ST_AsMVTGeom(${sql.geometry}, ${sql.tile}, ${TILE_EXTENT}, ${TILE_MARGIN})`;
  const columns = [`${shape} AS "${SHAPE}"`, ...(id === null ? [] : [`${id} AS "${ID}"`]), ...sql.columns];
  const order = sql.order === '' ? '' : ` ORDER BY ${sql.order}`;
  const idName = id === null ? '' : `, '${ID}'`;
  return `SELECT ${postgis}ST_AsMVT(tile, 'features', ${TILE_EXTENT}, '${SHAPE}'${idName}) AS tile FROM (
    SELECT ${columns.join(', ')} FROM ${sql.from} WHERE ${sql.where.join(' AND ')}${order} LIMIT ${sql.limit}) AS tile
    WHERE "${SHAPE}" IS NOT NULL`;
}

/**
 * SQL of a box in Web Mercator as an area of another reference system, for a condition that an index answers. Its edges get
 * corners, since they bend there. `zoom` is that of a tile of about the size of the box.
 */
export function compileBoxIn(
  srid: number,
  box: string,
  { postgis, zoom }: { postgis: string; zoom: number },
): string {
  if (srid === 3857) return box;
  const side = (WORLD / 2 ** zoom / CORNERS).toFixed(6);
  return `${postgis}ST_Transform(${postgis}ST_Segmentize(${box}, ${side}), ${srid})`;
}
