import type { InScratch } from '@cairn/files';
import type { AuditContext, Logger } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { FindPgPrograms } from '../../../postgres-programs/find-programs.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { Servers } from '../../servers/service.ts';
import { connectionRequired } from '../errors.ts';
import { findLogSource } from '../logs/sources.ts';
import { readRedacted } from '../redact.ts';
import { listBackupContents, runClientProgram } from './client-programs.ts';
import type { Command } from './parse-command.ts';
import { showDisks, showMemory, showProcesses } from './machine-commands.ts';
import type { CommandRun } from './server-terminal.ts';
import { controlService } from './service-control.ts';

export interface CommandDeps {
  db: Db;
  servers: Servers;
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  backupRoot: string;
  logger: Logger;
}

export interface CommandTarget {
  connectionId: number | undefined;
  database: string;
  cause: AuditContext;
}

/** Runs a command after it was recorded in the audit log. */
export async function runCommand(
  command: Command,
  target: CommandTarget,
  deps: CommandDeps,
  run: CommandRun,
): Promise<void> {
  const { connectionId, database, cause } = target;
  await recordAudit(deps.db, {
    event: 'terminal.command',
    cause,
    connectionId: connectionId ?? null,
    subject: database,
    details: { ...command },
  });
  switch (command.kind) {
    case 'disks':
      return showDisks(run);
    case 'memory':
      return showMemory(run);
    case 'processes':
      return showProcesses(run);
    case 'contents':
      return listBackupContents(command.artifact, deps, run);
    case 'journal':
      return showJournal(command.lines, connectionId, deps, run);
    case 'service':
      return controlService(command.action, { ...deps, connectionId: required(connectionId) }, run);
    case 'client':
      return runClientProgram(command, { connectionId: required(connectionId), database }, deps, run);
    default:
  }
}

async function showJournal(
  lines: number,
  connectionId: number | undefined,
  { servers }: CommandDeps,
  { out, signal }: CommandRun,
): Promise<void> {
  const source = await findLogSource(servers, connectionId);
  await readRedacted(source, out.stream(), { lines, follow: false, signal });
}

function required(connectionId: number | undefined): number {
  if (connectionId === undefined) throw connectionRequired();
  return connectionId;
}
