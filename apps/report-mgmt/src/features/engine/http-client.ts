import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createMinorGc } from '@cairn/files';
import { Agent, request } from 'undici';
import { engineBrokeOff, engineSilent, engineUnreachable, runTooLong } from './errors.ts';

export interface HttpTimes {
  connectMs: number;
  /** Until the first byte of the answer: a report may be filled for minutes before it. */
  firstByteMs: number;
  /** Between two pieces of the answer while the caller reads. */
  idleMs: number;
}

export interface HttpRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  deadlineMs: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Fails with an AppError when it is cut. */
  body: Readable;
}

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Calls an engine at an address of the configuration. Redirects are not followed. */
export function createHttpClient({ connectMs, firstByteMs, idleMs }: HttpTimes) {
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: firstByteMs,
    // Not counted while a slow reader holds the answer back.
    bodyTimeout: idleMs,
    allowH2: false,
    pipelining: 1,
  });

  return {
    /** @throws {AppError} bad_gateway, gateway_timeout; the reason of `signal` when that aborts */
    async send({ url, method = 'GET', headers = {}, body, ...limits }: HttpRequest): Promise<HttpAnswer> {
      limits.signal.throwIfAborted();
      const exchange = new AbortController();
      const onAbort = () => exchange.abort(limits.signal.reason);
      limits.signal.addEventListener('abort', onAbort, { once: true });
      const late = setTimeout(() => exchange.abort(runTooLong(limits.deadlineMs)), limits.deadlineMs);
      const onEnd = () => {
        clearTimeout(late);
        limits.signal.removeEventListener('abort', onAbort);
      };
      try {
        const answer = await request(url, {
          ...{ dispatcher: agent, method, body: body ?? null, signal: exchange.signal },
          headers: { 'accept-encoding': 'identity', 'user-agent': 'Cairn', ...headers },
        });
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: guardBody(answer.body, exchange.signal, onEnd),
        };
      } catch (error) {
        onEnd();
        if (exchange.signal.aborted) throw exchange.signal.reason;
        const { code } = error as { code?: string };
        throw code === 'UND_ERR_HEADERS_TIMEOUT' ? engineSilent(error) : engineUnreachable(error);
      }
    },

    close: () => agent.destroy(),
  };
}

/** The same bytes, with errors that people can read. */
function guardBody(bytes: Readable, signal: AbortSignal, onEnd: () => void): Readable {
  const collect = createMinorGc();
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      collect(chunk.length);
      done(null, chunk);
    },
  });
  bytes.on('error', (error) => body.destroy(signal.aborted ? signal.reason : engineBrokeOff(error)));
  body.once('close', () => {
    onEnd();
    bytes.destroy();
  });
  return bytes.pipe(body);
}
