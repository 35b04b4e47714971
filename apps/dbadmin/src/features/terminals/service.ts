import { isPowerfulLogin } from '@cairn/db';
import { AppError, CLOSE, auditContext } from '@cairn/service';
import type { Actor, Call, ServiceSocket } from '@cairn/service';
import { recordAudit } from '../audit/repo.ts';
import { requireDatabase } from '../servers/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { logFollower, serverTerminal } from './capability.ts';
import { failure, info } from './protocol.ts';
import { createPlaces } from './sessions/places.ts';
import { createSessions } from './sessions/sessions.ts';
import type { SessionOwner } from './sessions/sessions.ts';
import { createShells } from './shell/shells.ts';
import { followLog } from './logs/follow.ts';
import { findLogSource } from './logs/sources.ts';
import { perform } from './server/perform.ts';
import type { CommandDeps } from './server/perform.ts';
import { createServerTerminal } from './server/server-terminal.ts';

const MAX_LINES = 5000;
const FIRST_SIZE = { cols: 80, rows: 24 };

export interface TerminalOptions extends CommandDeps {
  /** Where a folder for each major version of PostgreSQL is. */
  postgresRoot: string;
  limits: TerminalLimits;
}

export interface TerminalLimits {
  /** Terminals that one person may have open. */
  perUser: number;
  total: number;
  /** How long a terminal waits for its page to come back. */
  graceMs: number;
}

/** The user and the connection that open a terminal. */
interface Visit {
  socket: ServiceSocket;
  actor: Actor;
  call: Call;
}

/** On what they open it. */
export interface Opening<Id extends number | undefined = number> extends Visit {
  connectionId: Id;
  database: string;
  /** A session to return to. */
  session?: string | undefined;
}

/** A name without a schema means an object of PostgreSQL to a powerful login, not one that a user put into the database. */
export interface ShellOpening extends Opening {
  /** `database`: as the database and the role say, for powerful logins too. */
  searchPath?: 'database' | undefined;
}

export interface Following extends Visit {
  connectionId: number | undefined;
  /** How many lines from before. */
  lines: number;
}

export type Terminals = ReturnType<typeof createTerminals>;

/** Terminals on servers: who has how many, and what is behind each. */
export function createTerminals(options: TerminalOptions) {
  const { db, servers, logger, limits } = options;
  const sessions = createSessions({ places: createPlaces(limits), graceMs: limits.graceMs });
  const shells = createShells(options);

  /** Goes on where a page left off; false when there is nothing to go on with. */
  function resume({ socket, session: id }: Opening<number | undefined>, owner: SessionOwner): boolean {
    if (id === undefined) return false;
    const session = sessions.find(owner, id);
    if (!session) {
      socket.sendText(info('The earlier session is over; this is a new one.'));
      return false;
    }
    socket.sendText(info('Welcome back.', { session: id, resumed: true }));
    session.attach(socket);
    return true;
  }

  async function openShell(opening: ShellOpening): Promise<void> {
    const { socket, actor, call, connectionId } = opening;
    const owner = { userId: actor.id!, purpose: `dbshell ${connectionId}` };
    if (resume(opening, owner)) return;
    const to = await servers.login(connectionId);
    const session = await sessions.open(owner, async () => {
      const database = await requireDatabase(servers, connectionId, opening.database || MAINTENANCE);
      const isSuperuser = await signsInAsSuperuser(servers, connectionId);
      const pinned = (await servers.ask(connectionId, isPowerfulLogin)) && opening.searchPath !== 'database';
      const settings = pinned ? PINNED_SEARCH_PATH : {};
      const terminal = await shells.open(to, database, { size: FIRST_SIZE, settings });
      await recordAudit(db, {
        event: 'terminal.opened',
        cause: auditContext(actor, call),
        connectionId,
        subject: database,
        details: { terminal: 'dbshell', role: to.user, superuser: isSuperuser },
      }).catch(async (error: unknown) => {
        // No terminal without its line in the audit.
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

  async function openServer(opening: Opening<number | undefined>): Promise<void> {
    const { socket, actor, call, connectionId } = opening;
    const owner = { userId: actor.id!, purpose: `server ${connectionId ?? ''}` };
    if (resume(opening, owner)) return;
    const cause = auditContext(actor, call);
    const session = await sessions.open(owner, async () => {
      const to = connectionId === undefined ? null : await servers.login(connectionId);
      const database = to
        ? await requireDatabase(servers, to.connectionId, opening.database || MAINTENANCE)
        : opening.database;
      await recordAudit(db, {
        event: 'terminal.opened',
        cause,
        connectionId: connectionId ?? null,
        subject: database,
        details: { terminal: 'server' },
      });
      return createServerTerminal({
        prompt: to ? `${to.name}/${database}> ` : '> ',
        perform: (command, doing) => perform(command, { connectionId, database, cause }, options, doing),
        logger,
      });
    });
    socket.sendText(info('A terminal with a few commands.', { session: session.id }));
    session.attach(socket);
  }

  async function follow({ socket, actor, call, connectionId, lines }: Following): Promise<void> {
    const giveBack = await sessions.replaceTable(actor.id!);
    try {
      const source = await findLogSource(servers, connectionId);
      await recordAudit(db, {
        event: 'terminal.opened',
        cause: auditContext(actor, call),
        connectionId: connectionId ?? null,
        details: { terminal: 'logs' },
      });
      socket.sendText(info(`These are the lines of ${source.name}.`));
      await followLog(source, socket, clamped(lines));
    } finally {
      giveBack();
    }
  }

  return {
    /** Which terminals there are on a server, or on this machine where none is named. */
    async capability(connectionId: number | undefined) {
      const [dbshell, server, logs] = await Promise.all([
        shells.capability(),
        serverTerminal(servers, connectionId),
        logFollower(servers, connectionId),
      ]);
      return { dbshell, server, logs };
    },
    openShell: (opening: ShellOpening) => orExplain(opening, () => openShell(opening)),
    openServer: (opening: Opening<number | undefined>) => orExplain(opening, () => openServer(opening)),
    follow: (following: Following) => orExplain(following, () => follow(following)),
    async close(): Promise<void> {
      await sessions.close();
      await shells.close();
    },
  };
}

function clamped(lines: number): number {
  return Math.min(Math.max(Math.trunc(lines), 1), MAX_LINES);
}

const SUPERUSER_WARNING =
  'You are a superuser of this server: COPY … TO PROGRAM and the like run programs there, as the account of the database, and nothing here can keep them from it.';

const PINNED_SEARCH_PATH = { search_path: 'pg_catalog' };
const SEARCH_PATH_NOTE =
  'search_path is pg_catalog, so that you do not run functions of other users of this database by accident. Name the schema (public.roads), or SET search_path.';

/** Tells a page why there is no terminal, in words: a browser shows nothing of a refused upgrade. */
async function orExplain({ socket, call }: Visit, open: () => Promise<void>): Promise<void> {
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
