import { availableParallelism } from 'node:os';
import type { FileHandle } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InScratch } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type pg from 'pg';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { RESTORE_SILENCE_MS, runPg } from '../../postgres-programs/run-program.ts';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';
import { serverVersion } from '../servers/server-queries.ts';
import { isForeignKey, readEntries, schemaOf } from './archive-entries.ts';
import type { ArchiveEntry, Phase } from './archive-entries.ts';
import { addUncheckedKeys, readForeignKeys } from './foreign-keys.ts';
import { createTemporaryPrivileges } from './temporary-privileges.ts';
import { removeRestoreGuard, installRestoreGuard } from './restore-guard.ts';
import { findOverloadIn, findOverloads, refuseOverloads } from './overloads.ts';
import { findUnsafeRefreshes } from './unsafe-refreshes.ts';
import { createJobLogins } from './job-logins.ts';
import { createRestoreProgress } from './restore-progress.ts';
import type { TemporaryLogin } from './temporary-login.ts';

const MAX_AT_ONCE = 4;

interface RestoreArchiveDeps {
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  logger: Logger;
}

/** The role with whose rights entries are restored; the loader may only insert rows into tables of superusers. */
type Principal = { kind: 'administrator' | 'loader' } | { kind: 'owner'; owner: string };

/** Consecutive entries of a phase that are restored with the same rights. */
interface Step {
  phase: Phase;
  principal: Principal;
  entries: ArchiveEntry[];
  /** Whether these are foreign keys of superusers. */
  isForeignKeys: boolean;
}

/**
 * Restores an archive into an empty database that only the administrator can connect to. What a role owns is restored with the
 * rights of that role, so that its code, which defaults, checks and types call, never runs as the administrator
 * (docs/adr/0008). Owners and privileges are the archive's. Returns what could not be restored in this way, for people.
 */
export async function restoreArchive(
  { findPrograms, inScratch, logger }: RestoreArchiveDeps,
  run: ServerJob,
  { file, database }: { file: FileHandle; database: string },
): Promise<string[]> {
  const { context, login, attempt, session } = run;
  const { restore: program } = findPrograms(await session(MAINTENANCE, serverVersion));
  return inScratch(async (cwd) => {
    const { applicationName } = attempt;
    const common = {
      database,
      applicationName,
      cwd,
      signal: context.signal,
      silenceMs: RESTORE_SILENCE_MS,
      logger,
      files: [file.fd],
    };
    const list = await runPg(program, ['--list', '--verbose', '/dev/fd/3'], { ...common, login });
    const roles = await session(MAINTENANCE, readRoles);
    const progress = createRestoreProgress(list);

    async function writeUseList(entries: ArchiveEntry[]): Promise<string> {
      const useList = join(cwd, 'entries');
      await writeFile(useList, `${entries.map(({ line }) => line).join('\n')}\n`);
      return `--use-list=${useList}`;
    }

    async function restoreStep({ phase, principal, entries }: Step, as: ServerLogin): Promise<void> {
      if (entries.length === 0) return;
      const jobs = Math.min(MAX_AT_ONCE, availableParallelism());
      progress.restart();
      await runPg(
        program,
        [
          ...['--exit-on-error', '--verbose', '--no-password'],
          ...(phase === 'rows' ? [`--jobs=${jobs}`] : []),
          // Objects that are created with --role belong to the owner at once.
          ...(principal.kind === 'owner' ? [`--role=${principal.owner}`, '--no-owner'] : []),
          // The temporary name is ours: no program takes it for a connection string.
          ...[await writeUseList(entries), `--dbname=${database}`, '/dev/fd/3'],
        ],
        {
          ...common,
          login: as,
          onErrorLine(line) {
            const stage = progress.addLine(line);
            if (stage !== null) context.progress(Math.round(2 + 95 * progress.share()), stage);
          },
        },
      );
    }

    async function scriptOf(entries: ArchiveEntry[]): Promise<string> {
      return runPg(program, ['--file=-', await writeUseList(entries), '/dev/fd/3'], { ...common, login });
    }

    const entries = readEntries(list, roles.isAdministrator.keys());
    return restoreInSteps(run, { database, entries, roles, restoreStep, scriptOf });
  });
}

interface Plan {
  database: string;
  entries: ArchiveEntry[];
  roles: Roles;
  restoreStep(step: Step, as: ServerLogin): Promise<void>;
  /** The statements by which entries would be restored. */
  scriptOf(entries: ArchiveEntry[]): Promise<string>;
}

async function restoreInSteps(run: ServerJob, plan: Plan): Promise<string[]> {
  const { database, entries, roles, restoreStep, scriptOf } = plan;
  const { login, session, attempt } = run;
  const steps = toSteps(entries, roles);
  const logins = createJobLogins(run, database);
  const temporaryPrivileges = createTemporaryPrivileges();
  const owners = new Map<string, TemporaryLogin>();
  const skipped: string[] = [];
  /** The ids of the entries that were not restored. */
  const missing = new Set<string>();
  let loader: TemporaryLogin | null = null;
  for (const { principal } of steps) {
    if (principal.kind === 'loader') loader ??= await logins.create(null);
    if (principal.kind !== 'owner' || owners.has(principal.owner)) continue;
    owners.set(principal.owner, await logins.create(principal.owner));
  }

  // Only a superuser can install the guard; otherwise nothing runs with the rights of one anyway.
  const isGuarded = roles.isSuperuser && owners.size > 0;

  async function restore(...phases: Phase[]): Promise<void> {
    for (const planned of steps.filter(({ phase }) => phases.includes(phase))) {
      const { principal } = planned;
      const step = withoutMissing(owners.size === 0 ? planned : await withoutUnsafe(planned));
      const as = principal.kind === 'owner' ? owners.get(principal.owner) : loader;
      if (principal.kind === 'administrator') await restoreStep(step, login);
      else await logins.withLogin(as as TemporaryLogin, (temporary) => restoreStep(step, temporary));
    }
  }

  /** Skips entries that would run code of others with the rights of a superuser, or restores them without running it. */
  async function withoutUnsafe(step: Step): Promise<Step> {
    if (step.phase === 'refreshes') {
      const unsafe = await session(database, (client) => findUnsafeRefreshes(client, roles.administrators));
      const findView = ({ what }: ArchiveEntry) => unsafe.find((view) => view.what === what);
      skipped.push(...step.entries.flatMap((entry) => findView(entry)?.sentence ?? []));
      return { ...step, entries: step.entries.filter((entry) => !findView(entry)) };
    }
    if (step.phase === 'rows' && step.principal.kind === 'administrator' && !step.isForeignKeys)
      await markOverloads(step);
    if (!step.isForeignKeys) return step;
    const keys = readForeignKeys(await scriptOf(step.entries), step.entries.length);
    const unsafe = await session(database, (client) =>
      addUncheckedKeys(client, step.entries, keys, roles.administrators),
    );
    for (const [entry, { sentence, exists }] of unsafe) {
      skipped.push(sentence);
      if (!exists) missing.add(entry.id);
    }
    return { ...step, entries: step.entries.filter((entry) => !unsafe.has(entry)) };
  }

  /** Skips missing entries, comments on them, and everything that depends on them. */
  function withoutMissing(step: Step): Step {
    const entries = step.entries.filter(({ id, dependsOn, what }) => {
      if (!missing.has(id) && !dependsOn.some((needed) => missing.has(needed))) return true;
      if (!missing.has(id) && !what.startsWith('COMMENT '))
        skipped.push(`${what}: not restored, because it depends on something that was not`);
      missing.add(id);
      return false;
    });
    return { ...step, entries };
  }

  /** Marks indexes, checks and other definitions as missing that may call a function of another role instead of a superuser's. */
  async function markOverloads(step: Step): Promise<void> {
    const texts = await session(database, (client) => findOverloads(client, roles.administrators));
    const find = async (some: ArchiveEntry[]) => findOverloadIn(await scriptOf(some), texts);
    const definitions = step.entries.filter(({ data }) => data === null);
    if (texts.length === 0 || definitions.length === 0 || !(await find(definitions))) return;
    for (const entry of definitions) {
      const text = await find([entry]);
      if (text === undefined) continue;
      missing.add(entry.id);
      skipped.push(
        `${entry.what}: not restored, because "${text}" may refer to a function or an operator of a role that is not a superuser`,
      );
    }
  }

  await restore('groundwork');
  await session(database, async (client) => {
    for (const owner of owners.keys()) {
      const theirs = entries.filter((entry) => entry.owner === owner);
      await temporaryPrivileges.schemas(
        client,
        owner,
        (all) => new Set(theirs.map((entry) => schemaOf(entry, all))),
      );
    }
    if (loader) await temporaryPrivileges.schemas(client, loader.name, () => new Set());
    if (isGuarded) await installRestoreGuard(client, attempt.temporary, logins.names());
  });
  await restore('definitions');
  await session(database, async (client) => {
    if (owners.size > 0) await refuseOverloads(client, roles.administrators);
    for (const owner of owners.keys()) {
      const refers = entries.some((entry) => entry.owner === owner && isForeignKey(entry));
      if (refers) await temporaryPrivileges.references(client, owner);
    }
    if (loader) await temporaryPrivileges.inserts(client, loader.name, roles.administrators);
  });
  await restore('rows');
  await session(database, (client) => temporaryPrivileges.revokeAll(client));
  await restore('privileges', 'refreshes');
  if (isGuarded) await session(database, (client) => removeRestoreGuard(client, attempt.temporary));
  await logins.drop(new Map([...owners].map(([owner, { name }]) => [name, owner])));
  // Last, because they fire at everything that the administrator does in the database afterwards.
  await restore('event triggers');
  return skipped;
}

const PHASES: Phase[] = ['groundwork', 'definitions', 'rows', 'privileges', 'refreshes', 'event triggers'];
const ORDER = { loader: 0, owner: 1, administrator: 2 };

function toSteps(entries: ArchiveEntry[], { isAdministrator, isSuperuser }: Roles): Step[] {
  function principalOf({ owner, isAdministrative, data }: ArchiveEntry): Principal {
    if (owner !== null && !isAdministrative && !isAdministrator.get(owner)) return { kind: 'owner', owner };
    return { kind: data === 'table' && isSuperuser ? 'loader' : 'administrator' };
  }

  const steps: Step[] = [];
  for (const phase of PHASES) {
    const chosen = entries
      .filter((entry) => entry.phase === phase)
      .map((entry) => {
        const principal = principalOf(entry);
        const isForeignKeys = principal.kind === 'administrator' && isForeignKey(entry);
        return { entry, principal, isForeignKeys, name: nameOf(principal) };
      });
    const definitions = chosen.filter(({ entry }) => entry.data === null);
    // Rows only depend on definitions, so they can be grouped by owner.
    const rows = chosen
      .filter(({ entry }) => entry.data !== null)
      .sort(
        (a, b) =>
          ORDER[a.principal.kind] - ORDER[b.principal.kind] ||
          (a.name < b.name ? -1 : Number(a.name > b.name)),
      );
    for (const { entry, principal, isForeignKeys, name } of [...rows, ...definitions]) {
      const last = steps.at(-1);
      const isAlike = last?.phase === phase && nameOf(last.principal) === name;
      if (isAlike && last.isForeignKeys === isForeignKeys) last.entries.push(entry);
      else steps.push({ phase, principal, entries: [entry], isForeignKeys });
    }
  }
  return steps;
}

function nameOf(principal: Principal): string {
  return principal.kind === 'owner' ? `owner ${principal.owner}` : principal.kind;
}

interface Roles {
  /** All roles, and whether their code may run with the rights of the administrator: that role itself, and roles that can act as superusers. */
  isAdministrator: Map<string, boolean>;
  administrators: string[];
  /** Whether the administrator of the connection is a superuser. */
  isSuperuser: boolean;
}

async function readRoles(client: pg.ClientBase): Promise<Roles> {
  const { rows } = await client.query<{ name: string; administrator: boolean; superuser: boolean }>(
    `SELECT r.rolname AS name, r.rolname = current_user AND r.rolsuper AS superuser,
        r.rolname = current_user OR EXISTS (
          SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(r.oid, s.oid, 'MEMBER')) AS administrator
       FROM pg_roles r`,
  );
  return {
    isAdministrator: new Map(rows.map(({ name, administrator }) => [name, administrator])),
    administrators: rows.filter(({ administrator }) => administrator).map(({ name }) => name),
    isSuperuser: rows.some(({ superuser }) => superuser),
  };
}
