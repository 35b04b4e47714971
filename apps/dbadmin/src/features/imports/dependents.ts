import type pg from 'pg';
import { tableInUse } from './errors.ts';

/** How many of them an error lists. */
const MAX_LISTED = 10;

/**
 * What would silently be dropped with a table, or break: triggers, rules, policies, foreign keys, publications, subscriptions, security
 * labels, partition membership and dependent objects. Its own checks and defaults are part of it.
 */
const DEPENDENTS = `
  WITH dependents AS (
    SELECT d.classid, d.objid, d.objsubid FROM pg_depend d
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = $1 AND d.classid IN
        ('pg_trigger'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass, 'pg_publication_rel'::regclass)
      OR d.deptype = 'n' AND (d.refclassid = 'pg_class'::regclass AND d.refobjid = $1
        OR d.refclassid = 'pg_type'::regclass AND d.refobjid = (SELECT reltype FROM pg_class WHERE oid = $1))
      AND NOT EXISTS (SELECT FROM pg_depend own WHERE own.classid = d.classid AND own.objid = d.objid
        AND own.refclassid = 'pg_class'::regclass AND own.refobjid = $1 AND own.deptype IN ('a', 'i'))
    UNION SELECT 'pg_constraint'::regclass::oid, oid, 0 FROM pg_constraint WHERE conrelid = $1 AND contype = 'f'
    UNION SELECT 'pg_class'::regclass::oid, inhparent, 0 FROM pg_inherits WHERE inhrelid = $1
    UNION SELECT 'pg_subscription'::regclass::oid, srsubid, 0 FROM pg_subscription_rel WHERE srrelid = $1)
  SELECT CASE WHEN w.ev_class <> $1 THEN pg_describe_object('pg_class'::regclass, w.ev_class, 0)
    ELSE pg_describe_object(t.classid, t.objid, t.objsubid) END AS dependent
  FROM dependents t LEFT JOIN pg_rewrite w ON t.classid = 'pg_rewrite'::regclass AND w.oid = t.objid
  UNION SELECT 'security label of ' || provider FROM pg_seclabel
    WHERE classoid = 'pg_class'::regclass AND objoid = $1
  ORDER BY dependent`;

/** Refuses to replace a table that other objects depend on. @throws {AppError} conflict that lists them */
export async function refuseDependents(client: pg.ClientBase, name: string, oid: number): Promise<void> {
  const { rows } = await client.query<{ dependent: string }>(DEPENDENTS, [oid]);
  if (rows.length === 0) return;
  const more = rows.length > MAX_LISTED ? ` and ${rows.length - MAX_LISTED} more` : '';
  const listed = rows.slice(0, MAX_LISTED).map(({ dependent }) => dependent);
  throw tableInUse(name, `${listed.join(', ')}${more}`);
}
