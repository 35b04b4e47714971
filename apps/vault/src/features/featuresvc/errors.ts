import { toLoadError } from '@cairn/geo';
import type { TableName } from '@cairn/geo';
import { AppError, conflict } from '@cairn/service';

/** Why a service did not answer as requested. Its own words are not repeated, since they may contain what it was sent. */
export class ServiceError extends AppError {
  /** An HTTP status, or the code of Esri's error in an answer with the status 200. */
  readonly status: number;
  constructor(status: number, code: string, message: string) {
    super({ kind: 'unprocessable', code: `vault.${code}`, message });
    this.status = status;
  }
}

export function toServiceError(status: number, host: string): ServiceError {
  switch (status) {
    case 401:
    case 403:
      return new ServiceError(
        status,
        'service_forbids',
        `${host} does not let this account read the service. Sign in with another one.`,
      );
    case 404:
      return new ServiceError(
        status,
        'no_such_service',
        `${host} has no service at this address. Check the address.`,
      );
    case 498:
      return new ServiceError(
        status,
        'token_rejected',
        'The service does not accept the token: it is wrong, has expired, or was issued for another site. Sign in again.',
      );
    case 499:
      return new ServiceError(
        status,
        'service_needs_login',
        'This service needs a sign-in. Enter a username and password, or a token.',
      );
    default:
      return new ServiceError(
        status,
        'service_failed',
        `The service at ${host} answered with the error ${status}. Try again later, or ask its administrator.`,
      );
  }
}

export function webPage(host: string): ServiceError {
  return new ServiceError(
    200,
    'service_web_page',
    `${host} returns a web page, not a feature service. Copy the address of the service itself; it ends with FeatureServer.`,
  );
}

export function cutAnswer(host: string): ServiceError {
  return new ServiceError(
    0,
    'service_cut',
    `${host} sent an incomplete answer several times. Try again later.`,
  );
}

/** An error of the destination as a sentence; see `toLoadError`. */
export function toTableError(error: unknown, name: TableName): unknown {
  if ((error as { code?: unknown }).code !== '42P07') return toLoadError(error, name);
  return conflict(
    'vault.table_exists',
    `The table ${name.schema}.${name.table} exists already. Choose another prefix or schema.`,
  );
}

export function countDiffers(
  layer: string,
  { rows, before, after }: { rows: number; before: number; after: number },
): ServiceError {
  const received = `The layer "${layer}": ${rows.toLocaleString('en')} features were received`;
  const sentence =
    before === after
      ? `${received}, but the service counts ${after.toLocaleString('en')}. Nothing was imported. Try again, or ask its administrator.`
      : `${received}, while the service counted ${before.toLocaleString('en')} before and ${after.toLocaleString('en')} after. It changed during the import. Nothing was imported. Try again when nobody edits it.`;
  return new ServiceError(0, 'service_count_differs', sentence);
}
