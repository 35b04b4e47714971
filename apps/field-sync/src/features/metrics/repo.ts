import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

interface Count {
  key: string;
  count: number;
}

export interface Figures {
  lags: { id: number; name: string; seconds: number }[];
  /** By state: in_step, behind, failing (it is tried again), paused (it needs attention) and stopped. */
  projects: Count[];
  /** Ended runs. */
  outcomes: Count[];
  failures: Count[];
  totals: { inserted: number; updated: number; deleted: number; conflicts: number; bytes: number };
  servers: { id: number; name: string; isOpen: boolean; isRefused: boolean }[];
  workers: number;
  mails: Count[];
}

/** Of projects, and of servers. Each is a series that Prometheus keeps. */
const MAX_SERIES = 500;
/** Of codes of failures; the rarer ones count together as `other`. */
const MAX_CODES = 50;

/** All figures by one statement on small tables: rows of runs are not read. */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT (SELECT coalesce(json_agg(l), '[]') FROM (
             SELECT p.id, p.name, coalesce(extract(epoch FROM now() - p.behind_since), 0)::float8 AS seconds
               FROM projects p WHERE p.started ORDER BY p.behind_since, p.id LIMIT ${MAX_SERIES}) l) AS lags,
           (SELECT coalesce(json_agg(c), '[]') FROM (
             SELECT state AS key, count(*) FROM (
               SELECT CASE WHEN NOT p.started THEN 'stopped'
                           WHEN p.paused_code IS NOT NULL OR s.sign_in_problem IS NOT NULL THEN 'paused'
                           WHEN p.failures > 0 OR s.failures > 0 THEN 'failing'
                           WHEN p.behind_since IS NOT NULL OR p.applied_version IS NULL THEN 'behind' ELSE 'in_step' END AS state
                 FROM projects p JOIN servers s ON s.id = p.server_id) e GROUP BY 1 ORDER BY 1) c) AS projects,
           (SELECT coalesce(json_agg(c), '[]') FROM (
             SELECT outcome AS key, sum(runs) AS count FROM run_totals GROUP BY 1 ORDER BY 1) c) AS outcomes,
           (SELECT coalesce(json_agg(c), '[]') FROM (
             SELECT key, sum(count) AS count FROM (
               SELECT CASE WHEN row_number() OVER (ORDER BY sum(runs) DESC, error_code) <= ${MAX_CODES} THEN error_code
                           ELSE 'other' END AS key, sum(runs) AS count
                 FROM run_totals WHERE outcome IN ('failed', 'paused') GROUP BY error_code) f GROUP BY 1 ORDER BY 1) c) AS failures,
           (SELECT row_to_json(t) FROM (
             SELECT coalesce(sum(inserted), 0) AS inserted, coalesce(sum(updated), 0) AS updated,
                    coalesce(sum(deleted), 0) AS deleted, coalesce(sum(conflicts), 0) AS conflicts, coalesce(sum(bytes), 0) AS bytes
               FROM run_totals) t) AS totals,
           (SELECT coalesce(json_agg(e), '[]') FROM (
             SELECT s.id, s.name, s.failures >= 5 AS "isOpen", s.sign_in_problem IS NOT NULL AS "isRefused"
               FROM servers s ORDER BY s.failures DESC, s.id LIMIT ${MAX_SERIES}) e) AS servers,
           (SELECT count(*)::integer FROM workers WHERE beat_at > now() - interval '20 seconds') AS workers,
           (SELECT coalesce(json_agg(c), '[]') FROM (
             SELECT status AS key, count(*) FROM alert_mails GROUP BY 1 ORDER BY 1) c) AS mails`.execute(db);
  return rows[0]!;
}
