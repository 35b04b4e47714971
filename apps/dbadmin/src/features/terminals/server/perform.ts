import type { InScratch } from '@cairn/files';
import { badRequest } from '@cairn/service';
import type { AuditContext, Logger } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { FindPgPrograms } from '../../../postgres-programs/find-programs.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { Servers } from '../../servers/service.ts';
import { readClean } from '../logs/clean-lines.ts';
import { findLogSource } from '../logs/sources.ts';
import { listContents, runClient } from './client-programs.ts';
import type { Command } from './commands.ts';
import { showDisks, showMemory, showProcesses } from './machine.ts';
import type { Doing } from './server-terminal.ts';
import { controlService } from './service-control.ts';

export interface CommandDeps {
  db: Db;
  servers: Servers;
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  backupRoot: string;
  logger: Logger;
}

export interface Place {
  connectionId: number | undefined;
  database: string;
  cause: AuditContext;
}

/** Does what was typed, after it was put on record. */
export async function perform(
  command: Command,
  place: Place,
  parts: CommandDeps,
  doing: Doing,
): Promise<void> {
  const { connectionId, database, cause } = place;
  await recordAudit(parts.db, {
    event: 'terminal.command',
    cause,
    connectionId: connectionId ?? null,
    subject: database,
    details: { ...command },
  });
  switch (command.kind) {
    case 'disks':
      return showDisks(doing);
    case 'memory':
      return showMemory(doing);
    case 'processes':
      return showProcesses(doing);
    case 'contents':
      return listContents(command.artifact, parts, doing);
    case 'journal':
      return showJournal(command.lines, connectionId, parts, doing);
    case 'service':
      return controlService(command.action, { ...parts, connectionId: required(connectionId) }, doing);
    case 'client':
      return runClient(command, { connectionId: required(connectionId), database }, parts, doing);
    default:
  }
}

async function showJournal(
  lines: number,
  connectionId: number | undefined,
  { servers }: CommandDeps,
  { out, signal }: Doing,
): Promise<void> {
  const source = await findLogSource(servers, connectionId);
  await readClean(source, out.stream(), { lines, follow: false, signal });
}

function required(connectionId: number | undefined): number {
  if (connectionId !== undefined) return connectionId;
  throw badRequest('dbadmin.no_connection', 'This needs a server; open the terminal on a connection.');
}
