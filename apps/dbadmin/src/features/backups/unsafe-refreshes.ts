import type pg from 'pg';

/** A materialized view that is restored without its rows. */
interface UnpopulatedView {
  /** The name of its rows in the list of an archive. */
  what: string;
  sentence: string;
}

/**
 * Finds materialized views that must not be refreshed. A superuser's view is computed with the rights of the superuser, and planning its
 * query evaluates the index predicates of the owners of tables. So everything that the view depends on must belong to administrators,
 * and must not include functions that may run queries: only immutable functions of extensions and internal functions are known not to.
 * Views of others that read such a view cannot be computed either. Functions with a query as argument (`query_to_xml`) are not
 * detected.
 */
export async function findUnsafeRefreshes(
  client: pg.ClientBase,
  administrators: string[],
): Promise<UnpopulatedView[]> {
  const { rows } = await client.query<{ name: string; what: string; theirs: boolean }>(UNSAFE, [
    administrators,
  ]);
  return rows.map(({ name, what, theirs }) => ({
    what,
    sentence: theirs
      ? `materialized view ${name}: not populated, because refreshing it as a superuser would read objects of other roles`
      : `materialized view ${name}: not populated, because it reads a materialized view that is not populated`,
  }));
}

const UNSAFE = `
  WITH RECURSIVE administrators AS (SELECT oid FROM pg_roles WHERE rolname = ANY($1)),
  edges (source_class, source, class, target) AS (
    SELECT 'pg_class'::regclass::oid, w.ev_class, d.refclassid, d.refobjid
      FROM pg_rewrite w JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
     WHERE d.refobjid <> w.ev_class
    UNION ALL SELECT 'pg_class'::regclass, inhparent, 'pg_class'::regclass, inhrelid FROM pg_inherits
    UNION ALL SELECT 'pg_operator'::regclass, oid, 'pg_proc'::regclass, oprcode FROM pg_operator WHERE oid >= 16384
    UNION ALL SELECT d.classid, d.objid, d.refclassid, d.refobjid FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
  ),
  reached (view, class, target) AS (
    SELECT oid, 'pg_class'::regclass::oid, oid FROM pg_class WHERE relkind = 'm'
    UNION SELECT r.view, e.class, e.target FROM reached r JOIN edges e ON e.source_class = r.class AND e.source = r.target
  ),
  foreign_objects (class, oid) AS (
    SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relowner NOT IN (SELECT oid FROM administrators)
    UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typowner NOT IN (SELECT oid FROM administrators)
    UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE oprowner NOT IN (SELECT oid FROM administrators)
    UNION ALL SELECT 'pg_proc'::regclass, p.oid FROM pg_proc p
     WHERE p.oid >= 16384 AND (p.proowner NOT IN (SELECT oid FROM administrators)
       OR NOT 'internal'::regtype = ANY(p.proargtypes) AND NOT (p.provolatile = 'i' AND EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')))
  ),
  unsafe AS (
    SELECT DISTINCT c.oid FROM pg_class c JOIN reached r ON r.view = c.oid JOIN foreign_objects f ON f.class = r.class AND f.oid = r.target
     WHERE c.relowner IN (SELECT oid FROM administrators)
  )
  SELECT format('%I.%I', n.nspname, c.relname) AS name, c.oid IN (SELECT oid FROM unsafe) AS theirs,
      format('MATERIALIZED VIEW DATA %s %s', translate(n.nspname, E'\\n\\r', '  '), translate(c.relname, E'\\n\\r', '  ')) AS what
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'm' AND EXISTS (SELECT FROM reached r
     WHERE r.view = c.oid AND r.class = 'pg_class'::regclass AND r.target IN (SELECT oid FROM unsafe))
   ORDER BY 1`;
