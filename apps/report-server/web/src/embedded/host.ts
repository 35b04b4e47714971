import type { ConnectMessage, FrameMessage, HostMessage } from '../../sdk/protocol.ts';

interface Offer {
  origin: string;
  nonce: string;
  port: MessagePort;
}

type Init = Extract<HostMessage, { type: 'init' }>;
export type ExportMessage = Extract<HostMessage, { type: 'export' }>;

export interface Host {
  /** What the host said first. */
  readonly init: Promise<Init>;
  /** Answers the first offer of the parent from one of these origins. */
  accept(origins: readonly string[], ready: { title: string; bound: string[] }): void;
  /** Sends a message, once there is a connection. */
  post(message: FrameMessage): void;
  /** What the host asks to be saved: also before the content is there. Returns what stops listening. */
  listenToExports(listener: (message: ExportMessage) => void): () => void;
  /** Returns what stops listening. */
  listen(listener: (message: HostMessage) => void): () => void;
}

/**
 * The page that shows this one. It speaks first; what comes from another window or another origin is as if it had not been sent.
 * Nothing is ever posted to a window: only to the port that it offered.
 */
export function createHost(): Host {
  const listeners = new Set<(message: HostMessage) => void>();
  const exportListeners = new Set<(message: ExportMessage) => void>();
  const earlyExports: ExportMessage[] = [];
  const waiting: FrameMessage[] = [];
  let accepted: { origins: readonly string[]; ready: { title: string; bound: string[] } } | null = null;
  let port: MessagePort | null = null;
  let offer: Offer | null = null;
  const init = Promise.withResolvers<Init>();

  window.addEventListener('message', ({ data, source, origin, ports }: MessageEvent<unknown>) => {
    if (port || source !== window.parent || source === window || !isConnect(data) || !ports[0]) return;
    offer = { origin, nonce: data.nonce, port: ports[0] };
    answer();
  });

  function answer(): void {
    if (port || !accepted || !offer || !accepted.origins.includes(offer.origin)) return;
    port = offer.port;
    port.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
      if (data.type === 'init') init.resolve(data);
      if (data.type === 'export' && exportListeners.size === 0) earlyExports.push(data);
      else if (data.type === 'export') for (const listener of [...exportListeners]) listener(data);
      for (const listener of [...listeners]) listener(data);
    });
    port.start();
    port.postMessage({ type: 'ready', nonce: offer.nonce, ...accepted.ready } satisfies FrameMessage);
    for (const message of waiting.splice(0)) port.postMessage(message);
  }

  return {
    init: init.promise,
    accept(origins, ready) {
      accepted = { origins, ready };
      answer();
    },
    post(message) {
      if (port) port.postMessage(message);
      else waiting.push(message);
    },
    listenToExports(listener) {
      exportListeners.add(listener);
      for (const message of earlyExports.splice(0)) listener(message);
      return () => exportListeners.delete(listener);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isConnect(data: unknown): data is ConnectMessage {
  const { type, v, nonce } = (data ?? {}) as Partial<ConnectMessage>;
  return type === 'cairn:connect' && v === 1 && typeof nonce === 'string';
}
