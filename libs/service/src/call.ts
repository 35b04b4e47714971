import { parseCookie } from 'cookie';
import type { Request } from 'express';
import type { EmbedIdentity } from './embed.ts';
import type { Call } from './handler.ts';
import type { LinkIdentity } from './link-access.ts';
import type { Logger } from './logger.ts';

const HOST = /^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

/** Proxies name it in X-Forwarded-Proto; anything but https counts as http. */
export function schemeOf(request: Request): 'http' | 'https' {
  return request.protocol === 'https' ? 'https' : 'http';
}

/** Emits the end of a request: its response, or the connection of a WebSocket. */
interface EndOfRequest {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** One request as handlers see it. Costly properties are computed on first use. */
export class RequestCall implements Call {
  readonly requestId: string;
  readonly ip: string;
  readonly basePath: string;
  readonly request: Request;
  resourceKeys: readonly string[] = [];
  embed: EmbedIdentity | null = null;
  link: LinkIdentity | null = null;
  readonly #res: EndOfRequest;
  readonly #publicUrl: string | undefined;
  readonly #logger: Logger;
  #cookies: Record<string, string | undefined> | undefined;
  #signal: AbortSignal | undefined;
  #log: Logger | undefined;

  constructor(init: {
    requestId: string;
    basePath: string;
    req: Request;
    res: EndOfRequest;
    publicUrl: string | undefined;
    logger: Logger;
  }) {
    this.requestId = init.requestId;
    this.basePath = init.basePath;
    this.request = init.req;
    // Now: undici takes the socket off a request whose body it has sent on.
    this.ip = init.req.ip ?? '';
    this.#res = init.res;
    this.#publicUrl = init.publicUrl;
    this.#logger = init.logger;
  }

  get origin(): string {
    if (this.#publicUrl) return this.#publicUrl;
    const host = this.request.host ?? '';
    return `${schemeOf(this.request)}://${HOST.test(host) ? host : 'localhost'}`;
  }

  get cookies(): Record<string, string | undefined> {
    this.#cookies ??= parseCookie(this.request.headers.cookie ?? '');
    return this.#cookies;
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    const res = this.#res;
    if (res.destroyed && !res.writableFinished) controller.abort();
    else res.once('close', () => (res.writableFinished ? undefined : controller.abort()));
    this.#signal = controller.signal;
    return this.#signal;
  }

  get log(): Logger {
    this.#log ??= this.#logger.child({ request_id: this.requestId });
    return this.#log;
  }
}
