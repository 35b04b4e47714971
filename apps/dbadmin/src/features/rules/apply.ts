import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { AppError } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Platform } from '../connections/platform.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { ServerLogin, Servers } from '../servers/service.ts';
import { blockRange, placeBlock, renderBlock, renderRules, toLine } from './block.ts';
import { hbaFileBroken, hbaFileEdited, nothingToUndo } from './errors.ts';
import { readHbaFile, sha256 } from './hba-file.ts';
import { findFileError, matchesLines, readHbaRows } from './hba-rows.ts';
import { installHbaFile } from './install-hba-file.ts';
import { readGuardLine, requireWritableHbaFile } from './preconditions.ts';
import { reconcileApplication } from './reconcile.ts';
import {
  deleteApplications,
  findOldApplications,
  findRules,
  insertApplication,
  markApplicationUndone,
  saveApplicationState,
} from './repo.ts';
import type { Application } from './types.ts';

/** How many applications can be undone, one after the other. Older backups are deleted. */
const MAX_UNDO = 10;

export interface RuleDeps {
  db: Db;
  servers: Servers;
  connections: ConnectionService;
  platform: Platform;
}

/** The user who makes a change. */
export interface RuleChange {
  actor: Pick<Actor, 'isAdmin'>;
  cause: AuditContext;
}

export interface AppliedRules {
  filePath: string;
  backupPath?: string;
  /** How many rules the file contains now. */
  rules: number;
  at: Date;
}

/** Exclusive access to the file of a server. */
interface HbaFileSession {
  /** The connection that holds the lock. */
  db: Db;
  /** A session that stays signed in whatever the new rules are. */
  client: pg.Client;
  login: ServerLogin;
  connectionId: number;
  path: string;
  cause: AuditContext;
}

/** Writes the rules of a connection to the file of its server, and checks that we can still sign in. */
export function applyRules(deps: RuleDeps, connectionId: number, change: RuleChange): Promise<AppliedRules> {
  return withHbaFile(deps, { connectionId, ...change }, async (session) => {
    const { db, client, path, cause } = session;
    await reconcileApplication(db, client, { connectionId, path });
    const file = await readHbaFile(path);
    const fileError = findFileError(await readHbaRows(client));
    if (fileError !== null) throw hbaFileBroken(fileError);
    const rules = await findRules(db, connectionId);
    const lines = rules.filter(({ enabled }) => enabled).map(toLine);
    const guard = await readGuardLine(client);
    const block = renderBlock(guard, renderRules(rules));
    // Latin-1 keeps bytes of the file that are not UTF-8 as they are.
    const placed = placeBlock(file.content.toString('latin1'), Buffer.from(block).toString('latin1'));
    const content = Buffer.from(placed, 'latin1');
    const application = await insertApplication(db, {
      connectionId,
      block: renderRules(rules),
      filePath: path,
      backupPath: backupName(path),
      fileSha256: sha256(content),
      appliedBy: cause.actorName,
    });
    const range = { path, ...blockRange(block) };
    await installHbaFile(client, {
      file,
      content,
      backup: application.backupPath,
      problem: (rows) =>
        findFileError(rows) ??
        (matchesLines(rows, [guard, ...lines], range)
          ? null
          : 'it parsed the lines differently than expected'),
      checkLogin: () => signIn(session.login),
    }).catch((error: unknown) => recordFailure(session, application, error, 'failed'));
    await recordSuccess(session, 'rule.applied', lines.length, (trx) =>
      saveApplicationState(trx, application.id, 'applied'),
    );
    await deleteOldBackups(session);
    const { backupPath, appliedAt } = application;
    return { filePath: path, backupPath, rules: lines.length, at: appliedAt };
  });
}

/** Restores the file from before the last application, with the same checks. */
export function undoRules(deps: RuleDeps, connectionId: number, change: RuleChange): Promise<AppliedRules> {
  return withHbaFile(deps, { connectionId, ...change }, async (session) => {
    const { db, client, path } = session;
    const last = await reconcileApplication(db, client, { connectionId, path });
    if (!last) throw nothingToUndo();
    const file = await readHbaFile(path);
    if (sha256(file.content) !== last.fileSha256) throw hbaFileEdited();
    const before = await readHbaFile(last.backupPath);
    await saveApplicationState(db, last.id, 'undoing');
    const backup = backupName(path);
    await installHbaFile(client, {
      file,
      content: before.content,
      backup,
      problem: findFileError,
      checkLogin: () => signIn(session.login),
    }).catch((error: unknown) => recordFailure(session, last, error, 'applied'));
    await recordSuccess(session, 'rule.undone', 0, (trx) => markApplicationUndone(trx, last.id));
    await Promise.all([backup, last.backupPath].map((name) => rm(name, { force: true })));
    const previous = await reconcileApplication(db, client, { connectionId, path });
    const rules = previous?.block.split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? [];
    return { filePath: path, rules: rules.length, at: new Date() };
  });
}

async function withHbaFile<T>(
  { db, servers, connections, platform }: RuleDeps,
  { connectionId, actor, cause }: RuleChange & { connectionId: number },
  work: (session: HbaFileSession) => Promise<T>,
): Promise<T> {
  const { hbaFilePath } = await connections.get(connectionId);
  const login = await servers.login(connectionId);
  const busy = 'Rules are being written to this file. Try again in a moment.';
  return withLock(db, { name: `dbadmin.rules ${hbaFilePath}`, busy }, (connection) =>
    inSessionOf(login, MAINTENANCE, async (client) => {
      const path = await requireWritableHbaFile(client, hbaFilePath, { platform, actor });
      return work({ db: connection, client, login, connectionId, path, cause });
    }),
  );
}

const signIn = (login: ServerLogin) => inSessionOf(login, MAINTENANCE, (client) => client.query('SELECT 1'));

/** Saves how an application ended, unless the file could not be restored: the next change reconciles that. */
async function recordFailure(
  { db, connectionId, path, cause }: HbaFileSession,
  application: Application,
  error: unknown,
  state: 'failed' | 'applied',
): Promise<never> {
  const isWritten = sha256((await readHbaFile(path)).content) === application.fileSha256;
  if (isWritten === (state === 'applied')) await saveApplicationState(db, application.id, state);
  const reason = error instanceof AppError ? error.message : 'the session was lost';
  await recordAudit(db, {
    event: 'rule.apply_failed',
    cause,
    connectionId,
    subject: path,
    details: { reason },
  });
  throw error;
}

async function recordSuccess(
  { db, connectionId, path, cause }: HbaFileSession,
  event: AuditEventName,
  rules: number,
  mark: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await mark(trx);
    await recordAudit(trx, { event, cause, connectionId, subject: path, details: { rules } });
  });
}

/** Applications that can no longer be undone remain in the audit log only. */
async function deleteOldBackups({ db, connectionId, path }: HbaFileSession): Promise<void> {
  const old = await findOldApplications(db, { connectionId, filePath: path, keep: MAX_UNDO });
  await deleteApplications(
    db,
    old.map(({ id }) => id),
  );
  await Promise.all(old.map(({ backupPath }) => rm(backupPath, { force: true })));
}

function backupName(path: string): string {
  return `${path}.cairn-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
}
