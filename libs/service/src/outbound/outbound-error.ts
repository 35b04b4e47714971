import { AppError } from '../errors.ts';
import type { ErrorKind } from '../errors.ts';

/** Why an exchange with an address that a user named came to nothing. */
export type OutboundFailure =
  | 'refused' // the address is none that may be called
  | 'unreachable' // nobody answered
  | 'cut' // the connection ended before the answer was whole
  | 'slow' // bytes came too slowly, or none for too long
  | 'late' // the whole exchange took too long
  | 'too_large'
  | 'redirects'
  | 'unreadable'; // the answer is no HTTP, or encoded in a way that nobody asked for

/** A sentence for whoever named the address; `reason` for who wonders whether to try again. */
export class OutboundError extends AppError {
  readonly reason: OutboundFailure;
  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    const kind: ErrorKind = reason === 'refused' ? 'bad_request' : 'unprocessable';
    super({ kind, code: `outside.${reason}`, message, ...(cause === undefined ? {} : { cause }) });
    this.reason = reason;
  }
}

/** What undici, the resolver or TLS threw, as a failure with a sentence. */
export function toOutboundError(error: unknown, host: string): unknown {
  const known = causes(error).find((each) => each instanceof OutboundError);
  if (known) return known;
  const code = causes(error).map(codeOf).find(Boolean) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutboundError('unreachable', `No server is known by the name ${host}.`, error);
  if (/CERT|TLS|SSL/.test(code))
    return new OutboundError('unreachable', `The certificate of ${host} cannot be trusted.`, error);
  if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return new OutboundError('slow', `The server ${host} stopped answering.`, error);
  if (/^UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH)$|^ECONNRESET$|^EPIPE$/.test(code))
    return new OutboundError('cut', `The connection to ${host} was cut.`, error);
  if (/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RESPONSE)/.test(code))
    return new OutboundError('unreadable', `The answer of ${host} cannot be read as HTTP.`, error);
  if (/^E[A-Z]+$|^UND_ERR_/.test(code))
    return new OutboundError('unreachable', `The server ${host} cannot be reached.`, error);
  return error;
}

/** An error, what caused it, and what is gathered in it. */
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
  // undici gives its parser's errors no code.
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  return typeof code === 'string' ? code : undefined;
}
