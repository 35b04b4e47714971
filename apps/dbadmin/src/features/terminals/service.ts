import { isPowerfulLogin } from '@cairn/db';
import { findProgram } from '@cairn/programs';
import { AppError, CLOSE, auditContext } from '@cairn/service';
import type { Actor, Call, ServiceSocket } from '@cairn/service';
import { recordAudit } from '../audit/repo.ts';
import { requireDatabase } from '../servers/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { noMachinePrograms } from './errors.ts';
import { followLog } from './logs/follow.ts';
import { findLogSource } from './logs/sources.ts';
import { failure, info } from './protocol.ts';
import { MACHINE_PROGRAMS } from './server/machine-commands.ts';
import { createSessions } from './sessions/sessions.ts';
import type { SessionOwner, TerminalLimits } from './sessions/sessions.ts';
import { createShells } from './shell/shells.ts';
import type { Capability } from './types.ts';
import { runCommand } from './server/run-command.ts';
import type { CommandDeps } from './server/run-command.ts';
import { createServerTerminal } from './server/server-terminal.ts';

const MAX_LINES = 5000;
const FIRST_SIZE = { cols: 80, rows: 24 };

export interface TerminalOptions extends CommandDeps {
  /** Contains a folder for each major version of PostgreSQL. */
  postgresRoot: string;
  limits: TerminalLimits;
}

/** The user and the socket that open a terminal. */
interface Caller {
  socket: ServiceSocket;
  actor: Actor;
  call: Call;
}

/** A request for a terminal on a database. */
export interface TerminalRequest<Id extends number | undefined = number> extends Caller {
  connectionId: Id;
  database: string;
  /** The session to resume. */
  session?: string | undefined;
}

/** For powerful logins, names without a schema mean objects of PostgreSQL, not those that users created. */
export interface ShellRequest extends TerminalRequest {
  /** `database`: the search path of the database and the role, also for powerful logins. */
  searchPath?: 'database' | undefined;
}

export interface LogRequest extends Caller {
  connectionId: number | undefined;
  /** How many existing lines to show. */
  lines: number;
}

export type Terminals = ReturnType<typeof createTerminals>;

/** Opens terminals on servers, within the quota. */
export function createTerminals(options: TerminalOptions) {
  const { db, servers, logger, limits } = options;
  const sessions = createSessions(limits);
  const shells = createShells(options);

  /** Resumes a session; returns false if there is no such session. */
  function resume(
    { socket, session: id }: TerminalRequest<number | undefined>,
    owner: SessionOwner,
  ): boolean {
    if (id === undefined) return false;
    const session = sessions.find(owner, id);
    if (!session) {
      socket.sendText(info('The previous session has ended. This is a new one.'));
      return false;
    }
    socket.sendText(info('Session resumed.', { session: id, resumed: true }));
    session.attach(socket);
    return true;
  }

  async function openShell(request: ShellRequest): Promise<void> {
    const { socket, actor, call, connectionId } = request;
    const owner = { userId: actor.id!, purpose: `dbshell ${connectionId}` };
    if (resume(request, owner)) return;
    const to = await servers.login(connectionId);
    const session = await sessions.open(owner, async () => {
      const database = await requireDatabase(servers, connectionId, request.database || MAINTENANCE);
      const isSuperuser = await signsInAsSuperuser(servers, connectionId);
      const pinned = (await servers.ask(connectionId, isPowerfulLogin)) && request.searchPath !== 'database';
      const settings = pinned ? PINNED_SEARCH_PATH : {};
      const terminal = await shells.open(to, database, { size: FIRST_SIZE, settings });
      await recordAudit(db, {
        event: 'terminal.opened',
        cause: auditContext(actor, call),
        connectionId,
        subject: database,
        details: { terminal: 'dbshell', role: to.user, superuser: isSuperuser },
      }).catch(async (error: unknown) => {
        // No terminal without an audit record.
        await terminal.end();
        throw error;
      });
      if (isSuperuser) socket.sendText(info(SUPERUSER_WARNING, { warning: 'superuser' }));
      if (pinned) socket.sendText(info(SEARCH_PATH_NOTE));
      return terminal;
    });
    socket.sendText(info(`Connected to ${to.name} as "${to.user}".`, { session: session.id }));
    session.attach(socket);
  }

  async function openServer(request: TerminalRequest<number | undefined>): Promise<void> {
    const { socket, actor, call, connectionId } = request;
    const owner = { userId: actor.id!, purpose: `server ${connectionId ?? ''}` };
    if (resume(request, owner)) return;
    const cause = auditContext(actor, call);
    const session = await sessions.open(owner, async () => {
      const to = connectionId === undefined ? null : await servers.login(connectionId);
      const database = to
        ? await requireDatabase(servers, to.connectionId, request.database || MAINTENANCE)
        : request.database;
      await recordAudit(db, {
        event: 'terminal.opened',
        cause,
        connectionId: connectionId ?? null,
        subject: database,
        details: { terminal: 'server' },
      });
      return createServerTerminal({
        prompt: to ? `${to.name}/${database}> ` : '> ',
        runCommand: (command, run) => runCommand(command, { connectionId, database, cause }, options, run),
        logger,
      });
    });
    socket.sendText(info('Server terminal with a limited set of commands.', { session: session.id }));
    session.attach(socket);
  }

  async function follow({ socket, actor, call, connectionId, lines }: LogRequest): Promise<void> {
    const release = await sessions.acquirePlace(actor.id!);
    try {
      const source = await findLogSource(servers, connectionId);
      await recordAudit(db, {
        event: 'terminal.opened',
        cause: auditContext(actor, call),
        connectionId: connectionId ?? null,
        details: { terminal: 'logs' },
      });
      socket.sendText(info(`Following ${source.name}.`));
      await followLog(source, socket, clampLines(lines));
    } finally {
      release();
    }
  }

  return {
    /** Which terminals are available on a server, or on this machine when none is given. */
    async capability(connectionId: number | undefined) {
      const [dbshell, server, logs] = await Promise.all([
        shells.capability(),
        serverCapability(servers, connectionId),
        toCapability(() => findLogSource(servers, connectionId)),
      ]);
      return { dbshell, server, logs };
    },
    openShell: (request: ShellRequest) => sendingErrors(request, () => openShell(request)),
    openServer: (request: TerminalRequest<number | undefined>) =>
      sendingErrors(request, () => openServer(request)),
    follow: (request: LogRequest) => sendingErrors(request, () => follow(request)),
    async close(): Promise<void> {
      await sessions.close();
      await shells.close();
    },
  };
}

function clampLines(lines: number): number {
  return Math.min(Math.max(Math.trunc(lines), 1), MAX_LINES);
}

const SUPERUSER_WARNING =
  'You are a superuser of this server. Statements such as COPY … TO PROGRAM run programs there as the account of the server; this service cannot prevent that.';

const PINNED_SEARCH_PATH = { search_path: 'pg_catalog' };
const SEARCH_PATH_NOTE =
  'search_path is pg_catalog, so that you do not run functions of other users by accident. Qualify names with a schema (public.roads), or SET search_path.';

/** Reports errors as messages, because browsers do not show the response to a refused upgrade. */
async function sendingErrors({ socket, call }: Caller, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    call.log.info({ code: error.code }, 'terminal not opened');
    socket.sendText(failure(error.message));
    socket.close(
      error.kind === 'too_many' || error.kind === 'unavailable' ? CLOSE.tryLater : CLOSE.policy,
      error.message,
    );
  }
}

async function signsInAsSuperuser(servers: Servers, connectionId: number): Promise<boolean> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ superuser: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(oid, 'MEMBER')) AS superuser`,
    );
    return rows[0]?.superuser === true;
  });
}

/** Whether the server terminal works on a server, or on this machine when none is given. */
function serverCapability(servers: Servers, connectionId: number | undefined): Promise<Capability> {
  return toCapability(async () => {
    if (connectionId !== undefined) await servers.ask(connectionId, (client) => client.query('SELECT 1'));
    else if (MACHINE_PROGRAMS.every((name) => !findProgram(name))) throw noMachinePrograms(MACHINE_PROGRAMS);
  });
}

/** An error that would keep a terminal from being opened becomes the reason. */
async function toCapability(check: () => Promise<unknown>): Promise<Capability> {
  try {
    await check();
    return { available: true };
  } catch (error) {
    const isReason =
      error instanceof AppError && ['bad_gateway', 'bad_request', 'conflict'].includes(error.kind);
    if (!isReason) throw error;
    return { available: false, reason: error.message };
  }
}
