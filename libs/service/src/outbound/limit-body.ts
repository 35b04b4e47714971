import type { Readable } from 'node:stream';
import { mebibytes } from './limits.ts';
import type { OutboundLimits } from './limits.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

export interface BodyLimits {
  host: string;
  limits: OutboundLimits;
  /** Ends the exchange; aborted with a reason after a timeout. */
  exchange: AbortController;
  /** Called once, however the body ends. */
  onEnd(): void;
}

/** The bytes of a body within its limits. The exchange ends when the caller stops reading. */
export async function* limitBody(body: Readable, guard: BodyLimits): AsyncGenerator<Buffer> {
  const { host, limits, exchange } = guard;
  let seen = 0;
  let inStretch = 0;
  let waiting = true;
  const watch = setInterval(() => {
    if (waiting && inStretch < limits.bytesPerStretch) {
      exchange.abort(new OutboundError('slow', `The server ${host} sends too slowly; try again later.`));
    }
    inStretch = 0;
  }, limits.stretchMs).unref();
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      seen += chunk.length;
      inStretch += chunk.length;
      if (seen > limits.maxBytes) {
        throw new OutboundError(
          'too_large',
          `The response of ${host} is larger than ${mebibytes(limits.maxBytes)}.`,
        );
      }
      waiting = false;
      yield chunk;
      waiting = true;
    }
  } catch (error) {
    throw exchange.signal.aborted ? exchange.signal.reason : toOutboundError(error, host);
  } finally {
    clearInterval(watch);
    body.destroy();
    guard.onEnd();
  }
}
