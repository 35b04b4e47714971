import { basePath } from '@cairn/ui';
import type { TerminalTab } from './tabs-store.ts';

export type SocketState = 'connecting' | 'open' | 'lost' | 'ended' | 'refused';

/** A text frame of the service. */
export interface ServerMessage {
  type: 'info' | 'error' | 'pong';
  message?: string;
  session?: string;
  resumed?: boolean;
  ended?: boolean;
  taken?: boolean;
  warning?: string;
}

export interface SocketEvents {
  onBytes(bytes: Uint8Array): void;
  onMessage(message: ServerMessage): void;
  onState(state: SocketState): void;
}

export interface TerminalSocket {
  send(bytes: Uint8Array): void;
  control(message: Record<string, unknown>): void;
  /** Connects again at once, with a new session if the previous one has ended. */
  reconnect(): void;
  /** `isFinal` ends the session; otherwise the service keeps it for a while, for the page to reconnect. */
  close(isFinal: boolean): void;
}

const PING_INTERVAL_MS = 25_000;
const SILENCE_LIMIT_MS = 40_000;
/** The service keeps a session for one minute. */
const RECONNECT_DELAYS_MS = [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Browsers report a refused connection like a lost network, so the first attempts are few. */
const FIRST_ATTEMPTS = 2;
const CLOSE_CODES = { normal: 1000, policy: 1008, leaving: 4000 } as const;

/** A WebSocket to a terminal that reconnects by itself after the network was lost. */
export function openTerminalSocket(
  tab: () => TerminalTab,
  size: () => Record<string, number>,
  events: SocketEvents,
): TerminalSocket {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let isOver = false;
  let hasOpened = false;
  let lastReceived = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pings = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    // Only missing answers to pings reveal a network that was lost without an error.
    if (performance.now() - lastReceived > SILENCE_LIMIT_MS) socket.close(CLOSE_CODES.leaving);
    else socket.send(JSON.stringify({ type: 'ping' }));
  }, PING_INTERVAL_MS);

  function connect(): void {
    clearTimeout(timer);
    events.onState(attempt === 0 ? 'connecting' : 'lost');
    const next = new WebSocket(addressOf(tab()));
    next.binaryType = 'arraybuffer';
    socket = next;
    next.onopen = () => {
      lastReceived = performance.now();
      attempt = 0;
      hasOpened = true;
      events.onState('open');
      next.send(JSON.stringify({ type: 'resize', ...size() }));
    };
    next.onmessage = ({ data }) => {
      lastReceived = performance.now();
      if (typeof data !== 'string') events.onBytes(new Uint8Array(data as ArrayBuffer));
      else receive(JSON.parse(data) as ServerMessage);
    };
    next.onclose = ({ code }) => {
      if (socket !== next || isOver) return;
      if (code === CLOSE_CODES.normal) end('ended');
      else if (
        code === CLOSE_CODES.policy ||
        attempt >= (hasOpened ? RECONNECT_DELAYS_MS.length : FIRST_ATTEMPTS)
      )
        end('refused');
      else {
        events.onState('lost');
        timer = setTimeout(connect, RECONNECT_DELAYS_MS[attempt]);
        attempt += 1;
      }
    };
  }

  function receive(message: ServerMessage): void {
    if (message.type !== 'pong') events.onMessage(message);
  }

  function end(state: SocketState): void {
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
    reconnect() {
      isOver = false;
      attempt = 0;
      connect();
    },
    close(isFinal) {
      isOver = true;
      clearTimeout(timer);
      clearInterval(pings);
      socket?.close(isFinal ? CLOSE_CODES.normal : CLOSE_CODES.leaving);
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
