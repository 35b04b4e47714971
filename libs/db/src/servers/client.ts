import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The server requests the password itself, or its MD5 hash, and TLS does not verify the server. */
export class UnsafeAuthenticationError extends Error {
  override readonly name = 'UnsafeAuthenticationError';
  readonly method: string;
  constructor(method: string) {
    super(`the server requests ${method} authentication`);
    this.method = method;
  }
}

export interface ServerClientConfig extends pg.ClientConfig {
  /** Whether TLS verifies the server; it may then receive the password in any form. */
  isServerVerified?: boolean;
}

/**
 * Limit of SCRAM iterations. The server chooses the number (PostgreSQL's default is 4,096), and a malicious one could keep
 * a thread of this process busy.
 */
const MAX_SCRAM_ITERATIONS = 100_000;

/** The driver's handlers of authentication requests (PostgreSQL documentation, "Message Flow"). */
interface DriverHandlers {
  _handleAuthCleartextPassword(message: unknown): void;
  _handleAuthMD5Password(message: unknown): void;
  _handleAuthSASL(message: unknown): void;
  _handleAuthSASLContinue(message: unknown): Promise<void>;
  _handleAuthSASLFinal(message: unknown): void;
}

type AuthenticationStep = 'request' | 'SASLContinue' | 'SASLFinal';

const driver = pg.Client.prototype as unknown as DriverHandlers;

/**
 * The driver's client, restricted to SCRAM-SHA-256 unless TLS verifies the server: with SCRAM both sides prove that they know
 * the password, and neither reveals it. Each step of the authentication is accepted once per connection, because the driver
 * would process every repetition. `connect` fails with UnsafeAuthenticationError, or an Error for a repeated step.
 */
export class ServerClient extends pg.Client {
  readonly #isServerVerified: boolean;
  readonly #steps = new Set<AuthenticationStep>();

  constructor(config: ServerClientConfig = {}) {
    super(config);
    // Not from a copy of the config: a pool hides the password from copies.
    Object.assign(this, { scramMaxIterations: MAX_SCRAM_ITERATIONS });
    this.#isServerVerified = config.isServerVerified ?? false;
  }

  _handleAuthCleartextPassword(message: unknown): void {
    if (!this.#isServerVerified) this.#refuse(new UnsafeAuthenticationError('cleartext'));
    else if (this.#isFirst('request')) driver._handleAuthCleartextPassword.call(this, message);
  }

  _handleAuthMD5Password(message: unknown): void {
    if (!this.#isServerVerified) this.#refuse(new UnsafeAuthenticationError('MD5'));
    else if (this.#isFirst('request')) driver._handleAuthMD5Password.call(this, message);
  }

  _handleAuthSASL(message: unknown): void {
    if (this.#isFirst('request')) driver._handleAuthSASL.call(this, message);
  }

  async _handleAuthSASLContinue(message: unknown): Promise<void> {
    if (this.#isFirst('SASLContinue')) await driver._handleAuthSASLContinue.call(this, message);
  }

  _handleAuthSASLFinal(message: unknown): void {
    if (this.#isFirst('SASLFinal')) driver._handleAuthSASLFinal.call(this, message);
  }

  /** Whether this is the first time that the server takes this step; otherwise the connection ends. */
  #isFirst(step: AuthenticationStep): boolean {
    const isFirst = !this.#steps.has(step);
    this.#steps.add(step);
    if (!isFirst) this.#refuse(new Error('the server repeated a step of the authentication'));
    return isFirst;
  }

  /** Stops reading from the server. */
  #refuse(error: Error): void {
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter & { stream: Duplex } };
    connection.emit('error', error);
    connection.stream.destroy();
  }
}

/** Whether an address, such as `postgres://…?sslmode=verify-full`, requires TLS to verify the server. */
export function verifiesServer(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('sslmode') === 'verify-full';
}
