import { AppError } from '../errors.ts';
import type { ErrorKind } from '../errors.ts';

/** Why an exchange with an address from a user failed. */
export type OutboundFailure =
  | 'refused' // the address is not allowed
  | 'unreachable' // no connection
  | 'cut' // the connection ended before the response was complete
  | 'slow' // bytes arrived too slowly, or stopped
  | 'late' // the whole exchange took too long
  | 'too_large'
  | 'redirects'
  | 'unreadable'; // the response is not HTTP, or has an unsupported encoding

/** A sentence for the user who entered the address. `reason` shows whether a retry makes sense. */
export class OutboundError extends AppError {
  readonly reason: OutboundFailure;
  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    const kind: ErrorKind = reason === 'refused' ? 'bad_request' : 'unprocessable';
    super({ kind, code: `outside.${reason}`, message, ...(cause === undefined ? {} : { cause }) });
    this.reason = reason;
  }
}

/** Converts errors of undici, the resolver and TLS. */
export function toOutboundError(error: unknown, host: string): unknown {
  const known = causes(error).find((each) => each instanceof OutboundError);
  if (known) return known;
  const code = causes(error).map(codeOf).find(Boolean) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutboundError('unreachable', `There is no server with the name ${host}.`, error);
  if (/CERT|TLS|SSL/.test(code))
    return new OutboundError('unreachable', `The certificate of ${host} cannot be trusted.`, error);
  if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return new OutboundError('slow', `The server ${host} stopped answering.`, error);
  if (/^UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH)$|^ECONNRESET$|^EPIPE$/.test(code))
    return new OutboundError('cut', `The connection to ${host} was cut.`, error);
  if (/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RESPONSE)/.test(code))
    return new OutboundError('unreadable', `The response of ${host} is not valid HTTP.`, error);
  if (/^E[A-Z]+$|^UND_ERR_/.test(code))
    return new OutboundError('unreachable', `The server ${host} cannot be reached.`, error);
  return error;
}

/** An error with its causes and the errors of an AggregateError. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let each: unknown = error; each && found.length < 8; each = (each as { cause?: unknown }).cause) {
    found.push(each);
    if (each instanceof AggregateError) found.push(...each.errors);
  }
  return found;
}

function codeOf(error: unknown): string | undefined {
  const { code, name } = error as { code?: unknown; name?: unknown };
  // The parser errors of undici have no code.
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  return typeof code === 'string' ? code : undefined;
}
