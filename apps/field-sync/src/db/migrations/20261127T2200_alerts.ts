import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE alerts (
    -- What is wrong with a project, from its first sight until its administrators know that it is in step again.
    project_id integer PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    code text NOT NULL,
    -- A sentence.
    reason text NOT NULL,
    -- Since when the project is not in step, and since when for this reason.
    since timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    -- Codes of the reasons that were mailed; none is mailed again.
    mailed_codes text[] NOT NULL DEFAULT '{}',
    -- Since when nothing is wrong any more.
    clear_since timestamptz
  )`,
  `CREATE TABLE conflict_alerts (
    project_id integer PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    -- Conflicts that no mail has named yet, and when the first of them was found.
    conflicts bigint NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    mailed_at timestamptz
  )`,
  `CREATE TABLE alert_mails (
    -- Names the mail in its Message-ID as well.
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_ids integer[] NOT NULL,
    recipient_name text NOT NULL,
    address text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    text text NOT NULL,
    -- sending: handed to the mail server; after a crash it is unknown whether it was accepted.
    status text NOT NULL DEFAULT 'queued'
      CHECK (status IN ('queued', 'sending', 'sent', 'rejected', 'failed', 'unknown')),
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    -- The last answer of the mail server.
    reply text,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
