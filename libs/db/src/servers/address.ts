/** The values of libpq's sslmode. */
export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

export const SSL_MODES: readonly SslMode[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** A database on an external server, and the login for it. */
export interface ServerAddress {
  /** Name or IP address, which the server's certificate must contain. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  sslmode: SslMode;
}
