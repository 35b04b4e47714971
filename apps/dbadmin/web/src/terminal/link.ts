import { basePath } from '@cairn/ui';
import type { TerminalTab } from './tabs-store.ts';

export type LinkState = 'connecting' | 'open' | 'lost' | 'ended' | 'refused';

/** What the service says in text frames. */
export interface Told {
  type: 'info' | 'error' | 'pong';
  message?: string;
  session?: string;
  resumed?: boolean;
  ended?: boolean;
  taken?: boolean;
  warning?: string;
}

export interface LinkEvents {
  onBytes(bytes: Uint8Array): void;
  onTold(told: Told): void;
  onState(state: LinkState): void;
}

export interface Link {
  send(bytes: Uint8Array): void;
  control(message: Record<string, unknown>): void;
  /** Tries again now, with a new session where the former is over. */
  retry(): void;
  /** `done`: the terminal is not wanted any more; otherwise it waits for the page to come back. */
  close(done: boolean): void;
}

const PING_EVERY_MS = 25_000;
const SILENT_FOR_MS = 40_000;
/** The service keeps a terminal for a minute. */
const DELAYS_MS = [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Of one that was never let in, the browser says no more than of a lost network. */
const FIRST_ATTEMPTS = 2;
const CLOSED = { normal: 1000, policy: 1008, leaving: 4000 } as const;

/** A connection to a terminal that comes back by itself after the network was lost. */
export function openLink(
  tab: () => TerminalTab,
  size: () => Record<string, number>,
  events: LinkEvents,
): Link {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let isOver = false;
  let hasOpened = false;
  let heard = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    // A network that is gone without a word is found out by asking.
    if (performance.now() - heard > SILENT_FOR_MS) socket.close(CLOSED.leaving);
    else socket.send(JSON.stringify({ type: 'ping' }));
  }, PING_EVERY_MS);

  function connect(): void {
    clearTimeout(timer);
    events.onState(attempt === 0 ? 'connecting' : 'lost');
    const next = new WebSocket(addressOf(tab()));
    next.binaryType = 'arraybuffer';
    socket = next;
    next.onopen = () => {
      heard = performance.now();
      attempt = 0;
      hasOpened = true;
      events.onState('open');
      next.send(JSON.stringify({ type: 'resize', ...size() }));
    };
    next.onmessage = ({ data }) => {
      heard = performance.now();
      if (typeof data !== 'string') events.onBytes(new Uint8Array(data as ArrayBuffer));
      else tell(JSON.parse(data) as Told);
    };
    next.onclose = ({ code }) => {
      if (socket !== next || isOver) return;
      if (code === CLOSED.normal) end('ended');
      else if (code === CLOSED.policy || attempt >= (hasOpened ? DELAYS_MS.length : FIRST_ATTEMPTS))
        end('refused');
      else {
        events.onState('lost');
        timer = setTimeout(connect, DELAYS_MS[attempt]);
        attempt += 1;
      }
    };
  }

  function tell(told: Told): void {
    if (told.type !== 'pong') events.onTold(told);
  }

  function end(state: LinkState): void {
    isOver = true;
    events.onState(state);
  }

  connect();
  return {
    send(bytes) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(bytes as Uint8Array<ArrayBuffer>);
    },
    control(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    retry() {
      isOver = false;
      attempt = 0;
      connect();
    },
    close(done) {
      isOver = true;
      clearTimeout(timer);
      clearInterval(beat);
      socket?.close(done ? CLOSED.normal : CLOSED.leaving);
    },
  };
}

function addressOf({ kind, connectionId, database, searchPath, session }: TerminalTab): string {
  const url = new URL(`${basePath()}/api/terminal/ws/${kind}`, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('connection_id', String(connectionId));
  if (kind !== 'logs' && database !== '') url.searchParams.set('database', database);
  if (kind === 'dbshell' && searchPath) url.searchParams.set('search_path', searchPath);
  if (kind !== 'logs' && session) url.searchParams.set('session', session);
  return url.href;
}
