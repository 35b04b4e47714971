/** PostGIS, liblwgeom.h: a geometry type by its number, as `postgis_typmod_type` spells it. */
const TYPES = [
  ...['Geometry', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'],
  ...['GeometryCollection', 'CircularString', 'CompoundCurve', 'CurvePolygon', 'MultiCurve', 'MultiSurface'],
  ...['PolyhedralSurface', 'Triangle', 'Tin'],
];

/** Type, dimensions and SRID of a column in one number (gserialized_typmod.c); -1 means that the column takes anything. */
const MODIFIER = 'nullif(a.atttypmod, -1)';
const TYPE = `coalesce((ARRAY['${TYPES.join("','")}'])[((${MODIFIER} & 252) >> 2) + 1], 'Geometry')`;
const SRID = `coalesce(((${MODIFIER} & 268435200) - (${MODIFIER} & 268435456)) >> 8, 0)`;
const HAS_Z = `coalesce(${MODIFIER} & 2, 0) <> 0`;
const HAS_M = `coalesce(${MODIFIER} & 1, 0) <> 0`;

/**
 * A query for all columns of PostGIS's types: `relid`, `schema`, `table_name`, `name`, `attnum`, `generated`, `kind` (geometry or
 * geography), `type` and `srid`, with the values that the views geometry_columns and geography_columns of PostGIS show. It reads the catalogs of the
 * server alone and finds PostGIS's types by their numbers. Those views are found by the name of their schema, which its owner may
 * give to another schema at any moment; the planner would then call functions of that owner with the rights of this session.
 * Unlike these views it shows tables that the session may not read too. No rows where PostGIS is not installed.
 */
export const GEOMETRY_COLUMNS = `
  SELECT c.oid AS relid, n.nspname AS schema, c.relname AS table_name, a.attname AS name, a.attnum, a.attgenerated <> '' AS generated,
    t.typname::text AS kind,
    CASE WHEN t.typname = 'geography'
      THEN ${TYPE} || CASE WHEN ${HAS_Z} THEN 'Z' ELSE '' END || CASE WHEN ${HAS_M} THEN 'M' ELSE '' END
      ELSE coalesce(nullif(upper(${TYPE}), 'GEOMETRY'), checked.type, 'GEOMETRY')
        || CASE WHEN ${HAS_M} AND NOT ${HAS_Z} THEN 'M' ELSE '' END END AS type,
    coalesce(nullif(${SRID}, 0), checked.srid, 0) AS srid
  FROM pg_extension e
    JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
    JOIN pg_type t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid AND t.typname IN ('geometry', 'geography')
    JOIN pg_attribute a ON a.atttypid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND c.relname <> 'raster_columns'
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN LATERAL (
      SELECT max(substring(k.text FROM '(?i)geometrytype\\([^)]*\\) = ''(\\w+)''')) AS type,
        max(substring(k.text FROM '(?i)srid\\([^)]*\\) = \\(?(\\d{1,6})\\M'))::int AS srid
      FROM (SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
        WHERE conrelid = c.oid AND contype = 'c' AND a.attnum = ANY (conkey)) k) checked ON t.typname = 'geometry'
  WHERE e.extname = 'postgis' AND NOT pg_is_other_temp_schema(n.oid)`;
