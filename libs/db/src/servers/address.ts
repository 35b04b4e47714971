/** What libpq calls sslmode. */
export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

export const SSL_MODES: readonly SslMode[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** A database on a server that is not the platform's own, and who signs in there. */
export interface ServerAddress {
  /** Name or IP address: what a certificate must be made out for. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  sslmode: SslMode;
}
