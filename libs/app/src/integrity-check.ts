import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { createDatabase } from '@cairn/db';
import { ConfigError } from '@cairn/service';

const CLEAN = 0;
const DAMAGED = 1;
const CHECK_FAILED = 2;

interface Report {
  /** Each with a sentence about an object that is missing, damaged, or in nobody's list. */
  findings: { kind: string; objectKey: string; message: string }[];
}

export interface IntegrityCheck<Schema, R extends Report> {
  /** Of the service's database. */
  schema: string;
  readConfig(env: Record<string, string | undefined>): { databaseUrl?: string; storageRoot: string };
  check(deps: { db: Kysely<Schema>; storageRoot: string }, options: { checksums: boolean }): Promise<R>;
  describe(report: R): {
    /** What was checked, such as "3 versions". */
    checked: string;
    /** Sentences about the rest. */
    others: string[];
    /** Members of the answer in JSON. */
    counts: Record<string, number>;
  };
}

/**
 * The program that checks whether the rows of a service and its stored objects agree: prints what it found, as JSON with `--json`; reads
 * all bytes with `--checksums`. Exits with 0 when they agree, 1 when they do not, 2 when the check failed. Changes nothing.
 */
export async function runIntegrityCheck<Schema, R extends Report>(
  integrity: IntegrityCheck<Schema, R>,
): Promise<void> {
  process.exitCode = await run(integrity).catch((error: unknown) => {
    const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
    for (const problem of problems) console.error(problem);
    return CHECK_FAILED;
  });
}

async function run<Schema, R extends Report>({
  schema,
  readConfig,
  check,
  describe,
}: IntegrityCheck<Schema, R>): Promise<number> {
  const { values } = parseArgs({
    options: {
      checksums: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { databaseUrl, storageRoot } = readConfig(process.env);
  if (!databaseUrl) throw new ConfigError(['DATABASE_URL is not set. It names the database to check.']);
  const applicationName = `${schema.replaceAll('_', '-')} integrity check`;
  const database = createDatabase<Schema>({ url: databaseUrl, schema, applicationName });
  try {
    const report = await check({ db: database.db, storageRoot }, { checksums: values.checksums });
    const { checked, others, counts } = describe(report);
    console.log(
      values.json ? asJson(report, counts) : [...asSentences(report, checked), ...others].join('\n'),
    );
    return report.findings.length === 0 ? CLEAN : DAMAGED;
  } finally {
    await database.close();
  }
}

function asSentences({ findings }: Report, checked: string): string[] {
  const { length } = findings;
  const verdict = length === 0 ? 'no problems' : `${length} problem${length === 1 ? '' : 's'}`;
  return [...findings.map(({ message }) => message), `Checked ${checked}: ${verdict}.`];
}

function asJson({ findings }: Report, counts: Record<string, number>): string {
  return JSON.stringify({
    clean: findings.length === 0,
    ...counts,
    findings: findings.map(({ kind, objectKey, message }) => ({ kind, object_key: objectKey, message })),
  });
}
