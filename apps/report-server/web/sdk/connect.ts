import type { ConnectMessage, FrameMessage } from './protocol.ts';

const EVERY_MS = 250;
const TIMEOUT_MS = 10_000;

interface ConnectOptions {
  /** Origin of the report server: nothing is ever posted to another one. */
  origin: string;
  onPort(port: MessagePort): void;
  onMessage(message: FrameMessage): void;
  onTimeout(): void;
}

/**
 * Offers the frame a port of its own every 250 ms until it answers `ready` on one of them; that one stays. The frame never speaks
 * first, so a page of another origin in its place gets nothing and can say nothing.
 */
export function connect(
  frame: HTMLIFrameElement,
  { origin, onPort, onMessage, onTimeout }: ConnectOptions,
): { close(): void } {
  const nonce = crypto.randomUUID();
  const offered = new Set<MessagePort>();
  let isConnected = false;

  function offer(): void {
    const { port1, port2 } = new MessageChannel();
    offered.add(port1);
    port1.addEventListener('message', ({ data }: MessageEvent<FrameMessage>) => {
      if (!isConnected && data.type === 'ready' && data.nonce === nonce) {
        isConnected = true;
        stop();
        for (const other of offered) if (other !== port1) other.close();
        onPort(port1);
      }
      if (isConnected) onMessage(data);
    });
    port1.start();
    const message: ConnectMessage = { type: 'cairn:connect', v: 1, nonce };
    frame.contentWindow?.postMessage(message, origin, [port2]);
  }

  const offers = setInterval(offer, EVERY_MS);
  const timer = setTimeout(() => {
    stop();
    onTimeout();
  }, TIMEOUT_MS);
  function stop(): void {
    clearInterval(offers);
    clearTimeout(timer);
  }
  offer();
  return {
    close() {
      stop();
      for (const port of offered) port.close();
    },
  };
}
