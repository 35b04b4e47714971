import type { DbadminOperations } from '@cairn/contracts';
import { socket } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Terminals } from './service.ts';

type Operation = 'openDbshell' | 'openServerTerminal' | 'followLogs' | 'terminalCapability';

const DEFAULT_LINES = 200;

export function terminalRoutes({
  terminals,
}: {
  terminals: Terminals;
}): Handlers<DbadminOperations, Operation> {
  return {
    terminalCapability: ({ query }) => terminals.capability(query.connection_id),
    openDbshell: socket(({ input: { query }, ...exchange }) =>
      terminals.openShell({
        ...exchange,
        connectionId: query.connection_id,
        database: query.database ?? '',
        searchPath: query.search_path,
        session: query.session,
      }),
    ),
    openServerTerminal: socket(({ input: { query }, ...exchange }) =>
      terminals.openServer({
        ...exchange,
        connectionId: query.connection_id,
        database: query.database ?? '',
        session: query.session,
      }),
    ),
    followLogs: socket(({ input: { query }, ...exchange }) =>
      terminals.follow({
        ...exchange,
        connectionId: query.connection_id,
        lines: query.lines ?? DEFAULT_LINES,
      }),
    ),
  };
}
