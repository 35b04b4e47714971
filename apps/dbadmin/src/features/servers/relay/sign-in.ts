import { Socket } from 'node:net';
import {
  ServerClient,
  cancelStatement,
  driverConfig,
  explainConnectionError,
  startupOptions,
} from '@cairn/db';
import type { ServerSettings } from '@cairn/db';
import { badGateway } from '@cairn/service';
import { OWN_SETTINGS } from '../service.ts';
import type { ServerLogin } from '../service.ts';
import type { SignedInAs } from './packets.ts';

/** A connection that has signed in to a server and has sent no query yet. */
export interface SignedIn extends SignedInAs {
  stream: Socket;
  /** Asks the server to cancel the running statement. Never throws, because no caller waits for it. */
  cancel(): Promise<void>;
}

/** The connection of the driver, which its types do not have. */
interface Wire {
  stream: Socket;
  on(event: 'parameterStatus', listener: (message: ParameterStatus) => void): void;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/**
 * Signs in to a server with the driver, which supports TLS and SCRAM, and takes over its connection.
 * @throws {AppError} bad_gateway when the server rejects the login
 */
export async function signIn(
  to: ServerLogin,
  database: string,
  choice: { applicationName: string; settings?: ServerSettings },
): Promise<SignedIn> {
  try {
    return await attempt(to, database, choice);
  } catch (error) {
    if (to.sslmode === 'prefer' && /does not support SSL/i.test(String(error))) {
      return signIn({ ...to, sslmode: 'disable' }, database, choice);
    }
    const { kind, sentence } = explainConnectionError(error, { ...to, database });
    throw badGateway(`dbadmin.server_${kind}`, sentence);
  }
}

async function attempt(
  to: ServerLogin,
  database: string,
  { applicationName, settings = {} }: { applicationName: string; settings?: ServerSettings },
): Promise<SignedIn> {
  const config = driverConfig({ ...to, database }, { at: to.address, applicationName });
  const socket = new Socket();
  const client = new ServerClient({
    ...config,
    options: startupOptions({ ...OWN_SETTINGS, ...settings }),
    stream: () => socket,
    keepAlive: true,
  });
  // A lost connection must not end the process.
  client.on('error', () => undefined);
  const wire = (client as unknown as { connection: Wire }).connection;
  const parameters = new Map<string, string>();
  wire.on('parameterStatus', ({ parameterName, parameterValue }) =>
    parameters.set(parameterName, parameterValue),
  );
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // From now on the caller reads from the server, not the driver.
  wire.stream.removeAllListeners('data');
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const key = { processId: processID, secretKey };
  return {
    ...key,
    stream: wire.stream,
    parameters,
    cancel: () => cancelStatement(config, key).catch(() => undefined),
  };
}
