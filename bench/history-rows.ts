import type pg from 'pg';
import { hashCredential, mintSessionSecret } from '@cairn/auth';

export const RUNS = 1_000_000;
export const REPORTS = 2_000;
export const SCHEDULES = 500;
const PEOPLE = 300;

export const keyOf = (report: number): string => `district-${report}`;

/**
 * Runs of 399 days by SQL, because as many real ones take weeks. Some reports run all the time (the first is 8 % of all) and many seldom.
 * Each eighth has not run for 200 days.
 */
export async function addRuns(database: pg.Pool): Promise<void> {
  const db = await database.connect();
  try {
    await db.query('SELECT setseed(0.5)');
    await db.query(
      `INSERT INTO report_mgmt.executions (trigger, status, schedule_id, slot, report_key, report_title, datasource, format, parameters,
         requested_by, requested_by_name, attempt, rows, pages, queued_ms, db_ms, render_ms, output_object, output_name, output_mime,
         output_bytes, output_expires_at, error_code, error, delivery, email_status, engine_execution_id, created_at, started_at, ended_at)
       SELECT trigger, status, schedule, CASE trigger WHEN 'schedule' THEN created_at END, 'district-' || report,
         'Report ' || report || ' of a district', 'districts', (ARRAY['pdf', 'html', 'xlsx'])[1 + n % 3],
         jsonb_build_object('region', jsonb_build_array('north', 'south'), 'year', jsonb_build_array((2000 + n % 26)::text)),
         person, 'person-' || person, 1, n % 5000, 1 + n % 40, n % 900, n % 3000, n % 2000,
         CASE WHEN is_kept THEN md5(n::text) END, 'report ' || report, 'application/pdf', 10000 + n % 900000,
         CASE WHEN is_kept THEN created_at + interval '30 days' END,
         CASE status WHEN 'failed' THEN 'report-mgmt.engine_failed' END, CASE status WHEN 'failed' THEN 'The report server answered 500.' END,
         CASE trigger WHEN 'schedule' THEN jsonb_build_object('recipients', jsonb_build_array('ann@example.org', 'bob@example.org'),
           'subject', '', 'body', '', 'template_id', NULL, 'attach', 'auto') END,
         CASE WHEN trigger = 'schedule' AND status = 'succeeded' THEN 'sent' ELSE 'not_requested' END, md5('e' || n),
         created_at, created_at, CASE WHEN status NOT IN ('queued', 'running') THEN created_at + interval '4 seconds' END
       FROM (
         SELECT *, 1 + n * 31 % $2 AS person, CASE WHEN trigger <> 'viewer' THEN 1 + report % $3 END AS schedule,
           status = 'succeeded' AND trigger <> 'viewer' AND created_at > now() - interval '29 days' AS is_kept
         FROM (
           SELECT n, created_at, trigger,
             CASE WHEN is_late AND drawn % 8 = 5 THEN drawn - 1 ELSE drawn END AS report,
             CASE WHEN n > $1 - 4 THEN 'running' WHEN n > $1 - 40 THEN 'queued' WHEN outcome < 0.9 THEN 'succeeded'
                  WHEN outcome < 0.95 THEN 'failed' WHEN outcome < 0.96 THEN 'cancelled' WHEN trigger <> 'schedule' THEN 'failed'
                  WHEN outcome < 0.98 THEN 'skipped' ELSE 'missed' END AS status
           FROM (
             SELECT n, now() - interval '1 second' * ($1 - n) * (399 * 86400.0 / $1) AS created_at, $1 - n < $1 * (200 / 399.0) AS is_late,
               floor($4 * power(random(), 3))::int AS drawn, random() AS outcome,
               (ARRAY['schedule', 'schedule', 'schedule', 'schedule', 'schedule', 'schedule', 'run_now', 'viewer', 'viewer', 'viewer'])[1 + floor(random() * 10)] AS trigger
             FROM generate_series(1, $1::int) AS n) AS draws) AS runs) AS executions`,
      [RUNS, PEOPLE, SCHEDULES, REPORTS],
    );
    await db.query(
      `INSERT INTO report_mgmt.deliveries (execution_id, address, status, message_id, attempts, sent_at, created_at)
       SELECT id, address, 'sent', id || '@reports', 1, ended_at, ended_at
       FROM report_mgmt.executions, unnest(ARRAY['ann@example.org', 'bob@example.org']) AS address
       WHERE email_status = 'sent' AND created_at > now() - interval '200 days'`,
    );
    await db.query('VACUUM (ANALYZE) report_mgmt.executions');
    // Autovacuum leaves the newest runs: they were written again when they began and when they ended.
    await db.query(
      `UPDATE report_mgmt.executions SET attempt = 1 WHERE created_at > now() - interval '40 days'`,
    );
  } finally {
    db.release();
  }
}

/** A user who may view the reports that a condition on their number names, and nothing else. Returns the cookie. */
export async function addUser(portalDb: pg.Pool, name: string, condition: string): Promise<string> {
  const { rows } = await portalDb.query(
    `WITH resource AS (
       SELECT id, resource_key = 'report-mgmt' AS is_service,
         CASE resource_type WHEN 'report' THEN replace(resource_key, 'district-', '')::int END AS report
       FROM portal.resources WHERE service = 'report-mgmt'),
     person AS (INSERT INTO portal.users (username, password_hash) VALUES ($1, 'none') RETURNING id),
     team AS (INSERT INTO portal.groups (name) VALUES ($1) RETURNING id),
     member AS (INSERT INTO portal.group_members (group_id, user_id) SELECT team.id, person.id FROM team, person),
     granted AS (
       INSERT INTO portal.permissions (resource_id, group_id, permission)
       SELECT resource.id, team.id, 'view' FROM team, resource WHERE is_service OR ${condition})
     SELECT id FROM person`,
    [name],
  );
  const secret = mintSessionSecret();
  await portalDb.query(
    `INSERT INTO portal.sessions (token_hash, user_id, idle, expires_at) VALUES ($1, $2, interval '1 hour', now() + interval '1 day')`,
    [hashCredential(secret), rows[0].id],
  );
  return `platform_session=${secret}`;
}
