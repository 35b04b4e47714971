import pg from 'pg';

/** What a server asked for although only a proof was offered: it would have got the password, or nearly. */
export class UnsafeAuthenticationError extends Error {
  override readonly name = 'UnsafeAuthenticationError';
  readonly method: string;
  constructor(method: string) {
    super(`the server asks for ${method} authentication`);
    this.method = method;
  }
}

export interface ServerClientConfig extends pg.ClientConfig {
  /** Whether TLS proves which server this is; then it may have the password in any form that it asks for. */
  isServerVerified?: boolean;
}

/** The driver's handlers of the two requests that a false server would make (PostgreSQL documentation, "Message Flow"). */
interface DriverHandlers {
  _handleAuthCleartextPassword(message: unknown): void;
  _handleAuthMD5Password(message: unknown): void;
}

const driver = pg.Client.prototype as unknown as DriverHandlers;

/**
 * The driver's client, which answers SCRAM-SHA-256 alone unless TLS has proved which server it talks to: SCRAM proves that
 * one knows the password, and that the server does, without telling it. `connect` fails with UnsafeAuthenticationError.
 */
export class ServerClient extends pg.Client {
  readonly #isServerVerified: boolean;

  constructor(config: ServerClientConfig = {}) {
    super(config);
    this.#isServerVerified = config.isServerVerified ?? false;
  }

  _handleAuthCleartextPassword(message: unknown): void {
    if (this.#isServerVerified) driver._handleAuthCleartextPassword.call(this, message);
    else this.#refuse('cleartext');
  }

  _handleAuthMD5Password(message: unknown): void {
    if (this.#isServerVerified) driver._handleAuthMD5Password.call(this, message);
    else this.#refuse('MD5');
  }

  #refuse(method: string): void {
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.emit('error', new UnsafeAuthenticationError(method));
  }
}

/** Whether an address such as `postgres://…?sslmode=verify-full` has the server prove which one it is. */
export function verifiesServer(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('sslmode') === 'verify-full';
}
