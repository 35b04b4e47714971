import { connect } from './connect.ts';
import { createEmitter } from './emitter.ts';
import { frameAddress, readOptions } from './options.ts';
import type { FrameMessage, HostMessage, Parameters } from './protocol.ts';
import type { AnyOptions, EmbedInstance } from './types.ts';

const LOAD_TIMEOUT_MS = 10_000;

type Exported = { format: string; fileName: string };

interface WaitingExport {
  resolve(exported: Exported): void;
  reject(error: Error): void;
}

/** The frame, what it was asked for, and its connection, which a reload of the frame replaces. */
export function createInstance(options: AnyOptions): EmbedInstance {
  const { target, origin, isAutoHeight, refreshToken, ...read } = readOptions(options);
  const events = createEmitter();
  const exports = new Map<number, WaitingExport>();
  const waiting: HostMessage[] = [];
  const frame = document.createElement('iframe');
  let { token } = read;
  let parameters: Parameters = { ...options.parameters };
  let port: MessagePort | null = null;
  let connection = { close() {} };
  let isLoaded = false;
  let nextExport = 1;

  frame.title = options.title ?? 'Report';
  frame.style.border = '0';
  frame.style.width = read.width;
  if (read.height) frame.style.height = read.height;
  // Without it downloads and print dialogs of the frame would be the host's to allow.
  frame.allow = 'fullscreen; clipboard-write';
  frame.referrerPolicy = 'no-referrer';
  frame.src = frameAddress(options, token);
  frame.addEventListener('load', open);
  // A server that never answers has no `load`.
  const loading = setTimeout(reportUnreachable, LOAD_TIMEOUT_MS);
  target.append(frame);

  function open(): void {
    clearTimeout(loading);
    connection.close();
    port = null;
    isLoaded = !isLoaded;
    // It took the token out of its address, so one that was reloaded has none.
    if (!isLoaded) {
      frame.src = frameAddress(options, token);
      return;
    }
    connection = connect(frame, {
      origin,
      onMessage: receive,
      onTimeout: reportUnreachable,
      onPort: (to) => (port = to),
    });
  }

  function send(message: HostMessage): void {
    if (port) port.postMessage(message);
    else waiting.push(message);
  }

  function reportUnreachable(): void {
    events.emit('error', {
      code: 'unreachable',
      message: `The report server at ${origin} does not answer, or does not allow this page to embed it.`,
    });
  }

  async function renewToken(seconds: number): Promise<void> {
    if (!refreshToken) return events.emit('tokenExpiring', { seconds });
    try {
      instance.setToken(await refreshToken());
    } catch (error) {
      events.emit('error', { code: 'token_refresh_failed', message: String(error) });
      events.emit('tokenExpiring', { seconds });
    }
  }

  function receive(message: FrameMessage): void {
    switch (message.type) {
      case 'ready':
        send({
          type: 'init',
          parameters,
          viewer: options.viewer ?? {},
          datasource: options.datasource ?? null,
        });
        for (const later of waiting.splice(0)) send(later);
        return events.emit('ready', { title: message.title, bound: message.bound });
      case 'resize':
        if (isAutoHeight) frame.style.height = `${message.height}px`;
        return events.emit('resize', { height: message.height });
      case 'parametersChange': {
        const { type: _type, ...detail } = message;
        parameters = { ...message.parameters };
        return events.emit('parametersChange', detail);
      }
      case 'tokenExpiring':
        return void renewToken(message.seconds);
      case 'exportDone': {
        const { format, fileName } = message;
        if (message.id !== null) exports.get(message.id)?.resolve({ format, fileName });
        return events.emit('exportDone', { format, fileName });
      }
      case 'error':
        if (message.id !== undefined) exports.get(message.id)?.reject(new Error(message.error.message));
        return events.emit('error', message.error);
      default:
        return events.emit(message.type, {});
    }
  }

  const instance: EmbedInstance = {
    frame,
    setParameters(changed) {
      parameters = { ...parameters, ...changed };
      send({ type: 'setParameters', parameters: changed });
    },
    getParameters: () => ({ ...parameters }),
    refresh: () => send({ type: 'refresh' }),
    setToken(next) {
      token = next;
      send({ type: 'setToken', token: next });
    },
    export(format) {
      const id = nextExport++;
      send({ type: 'export', id, format });
      return new Promise<Exported>((resolve, reject) => exports.set(id, { resolve, reject })).finally(() =>
        exports.delete(id),
      );
    },
    on(event, listener) {
      events.on(event, listener);
      return instance;
    },
    off(event, listener) {
      events.off(event, listener);
      return instance;
    },
    destroy() {
      clearTimeout(loading);
      connection.close();
      for (const { reject } of exports.values()) reject(new Error('The frame was removed.'));
      frame.remove();
    },
  };
  return instance;
}
