import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { AppError, conflict } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Platform } from '../connections/platform.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { ServerLogin, Servers } from '../servers/service.ts';
import {
  deleteApplications,
  findOldApplications,
  insertApplication,
  markUndone,
  saveState,
} from './applications.ts';
import { blockRange, placeBlock, renderBlock, renderRules, toLine } from './block.ts';
import { guardFor, requireGround } from './ground.ts';
import { readHbaFile, sha256 } from './hba-file.ts';
import { errorIn, meansExactly, readHbaRows } from './hba-rows.ts';
import { install } from './install.ts';
import { findRules } from './repo.ts';
import { settle } from './settle.ts';
import type { Application } from './types.ts';

/** So many applications can be undone, one after the other; older backups go. */
const KEPT = 10;

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

/** What was written where. */
export interface Applied {
  filePath: string;
  backupPath?: string;
  /** Lines of rules in the file now. */
  rules: number;
  at: Date;
}

/** All that happens to one file, one change at a time. */
interface Site {
  db: Db;
  held: pg.Client;
  login: ServerLogin;
  connectionId: number;
  path: string;
  cause: AuditContext;
}

/** Writes the rules of a connection to its server's file and proves that we still get in. */
export function applyRules(parts: RuleDeps, connectionId: number, change: RuleChange): Promise<Applied> {
  return onSite(parts, { connectionId, ...change }, async (site) => {
    const { db, held, path, cause } = site;
    await settle(db, held, { connectionId, path });
    const file = await readHbaFile(path);
    const broken = errorIn(await readHbaRows(held));
    if (broken !== null) {
      throw conflict('dbadmin.hba_file_broken', `The file has errors of its own (${broken}); mend it first.`);
    }
    const rules = await findRules(db, connectionId);
    const lines = rules.filter(({ enabled }) => enabled).map(toLine);
    const guard = await guardFor(held);
    const block = renderBlock(guard, renderRules(rules));
    // Bytes of the file that are no UTF-8 stay what they are.
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
    const intended = { path, ...blockRange(block) };
    await install(held, {
      file,
      content,
      backup: application.backupPath,
      problem: (rows) =>
        errorIn(rows) ??
        (meansExactly(rows, [guard, ...lines], intended) ? null : 'it reads our lines otherwise than meant'),
      probe: () => signIn(site.login),
    }).catch((error: unknown) => fail(site, application, error, 'failed'));
    await finish(site, 'rule.applied', lines.length, (trx) => saveState(trx, application.id, 'applied'));
    await forgetOld(site);
    const { backupPath, appliedAt } = application;
    return { filePath: path, backupPath, rules: lines.length, at: appliedAt };
  });
}

/** Puts back the file as it was before the last application, as carefully as that was applied. */
export function undoRules(parts: RuleDeps, connectionId: number, change: RuleChange): Promise<Applied> {
  return onSite(parts, { connectionId, ...change }, async (site) => {
    const { db, held, path } = site;
    const last = await settle(db, held, { connectionId, path });
    if (!last) throw conflict('dbadmin.nothing_to_undo', 'No rules were applied that could be taken back.');
    const file = await readHbaFile(path);
    if (sha256(file.content) !== last.fileSha256) {
      throw conflict(
        'dbadmin.hba_file_changed',
        'The file was changed by hand since the rules were applied, and that would be lost; change it back by hand, or apply the rules again first.',
      );
    }
    const before = await readHbaFile(last.backupPath);
    await saveState(db, last.id, 'undoing');
    const backup = backupName(path);
    await install(held, {
      file,
      content: before.content,
      backup,
      problem: errorIn,
      probe: () => signIn(site.login),
    }).catch((error: unknown) => fail(site, last, error, 'applied'));
    await finish(site, 'rule.undone', 0, (trx) => markUndone(trx, last.id));
    await Promise.all([backup, last.backupPath].map((name) => rm(name, { force: true })));
    const standing = await settle(db, held, { connectionId, path });
    const rules = standing?.block.split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? [];
    return { filePath: path, rules: rules.length, at: new Date() };
  });
}

async function onSite<T>(
  { db, servers, connections, platform }: RuleDeps,
  { connectionId, actor, cause }: RuleChange & { connectionId: number },
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const { hbaFilePath } = await connections.get(connectionId);
  const login = await servers.login(connectionId);
  const busy = 'Rules are being written to this file just now; try again in a moment.';
  return withLock(db, { name: `dbadmin.rules ${hbaFilePath}`, busy }, (connection) =>
    // This session stays signed in whatever the new rules say.
    inSessionOf(login, MAINTENANCE, async (held) => {
      const path = await requireGround(held, hbaFilePath, { platform, actor });
      return work({ db: connection, held, login, connectionId, path, cause });
    }),
  );
}

const signIn = (login: ServerLogin) => inSessionOf(login, MAINTENANCE, (client) => client.query('SELECT 1'));

/** Says in our own rows what became of it, unless the file could not even be put back: that is for the next to settle. */
async function fail(
  { db, connectionId, path, cause }: Site,
  application: Application,
  error: unknown,
  state: 'failed' | 'applied',
): Promise<never> {
  const isWritten = sha256((await readHbaFile(path)).content) === application.fileSha256;
  if (isWritten === (state === 'applied')) await saveState(db, application.id, state);
  const reason = error instanceof AppError ? error.message : 'the session broke';
  await recordAudit(db, {
    event: 'rule.apply_failed',
    cause,
    connectionId,
    subject: path,
    details: { reason },
  });
  throw error;
}

async function finish(
  { db, connectionId, path, cause }: Site,
  event: AuditEventName,
  rules: number,
  mark: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await mark(trx);
    await recordAudit(trx, { event, cause, connectionId, subject: path, details: { rules } });
  });
}

/** What cannot be undone any more is in the audit alone. */
async function forgetOld({ db, connectionId, path }: Site): Promise<void> {
  const old = await findOldApplications(db, { connectionId, filePath: path, keep: KEPT });
  await deleteApplications(
    db,
    old.map(({ id }) => id),
  );
  await Promise.all(old.map(({ backupPath }) => rm(backupPath, { force: true })));
}

function backupName(path: string): string {
  return `${path}.cairn-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
}
