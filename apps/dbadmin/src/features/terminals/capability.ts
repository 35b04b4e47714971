import { findProgram } from '@cairn/programs';
import { AppError, conflict } from '@cairn/service';
import type { Servers } from '../servers/service.ts';
import { findLogSource } from './logs/sources.ts';
import { MACHINE_PROGRAMS } from './server/machine.ts';
import type { Capability } from './types.ts';

/** Whether a server, or this machine where none is named, has what the server terminal works with; found out by looking. */
export function serverTerminal(servers: Servers, connectionId: number | undefined): Promise<Capability> {
  return orWhyNot(async () => {
    if (connectionId !== undefined) await servers.ask(connectionId, (client) => client.query('SELECT 1'));
    else if (MACHINE_PROGRAMS.every((name) => !findProgram(name))) {
      throw conflict(
        'dbadmin.no_programs',
        `None of ${MACHINE_PROGRAMS.join(', ')} is installed on this machine; choose a connection.`,
      );
    }
  });
}

/** Whether there is a log to follow. */
export function logFollower(servers: Servers, connectionId: number | undefined): Promise<Capability> {
  return orWhyNot(() => findLogSource(servers, connectionId));
}

/** What would keep a terminal from being opened is the answer here. */
async function orWhyNot(look: () => Promise<unknown>): Promise<Capability> {
  try {
    await look();
    return { available: true };
  } catch (error) {
    const isReason =
      error instanceof AppError && ['bad_gateway', 'bad_request', 'conflict'].includes(error.kind);
    if (!isReason) throw error;
    return { available: false, reason: error.message };
  }
}
