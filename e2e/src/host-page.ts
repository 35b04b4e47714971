/// <reference lib="dom" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { platformUnderTest } from './platform-under-test.ts';

export interface HostSite {
  origin: string;
  close(): Promise<void>;
}

/** A web site of another origin, with one page that loads the SDK. */
export async function openHostSite(): Promise<HostSite> {
  const sdk = `${platformUnderTest().url}/report-server/sdk/platform-report.js`;
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(
      `<!doctype html><title>A shop</title><body><div id="here"></div><script src="${sdk}"></script></body>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Instance {
  on(event: string, listener: (detail: unknown) => void): void;
  setParameters(parameters: object): void;
  refresh(): void;
  export(format: string): Promise<unknown>;
  destroy(): void;
}

interface HostWindow {
  PlatformReport: { embed(options: object): Instance };
  embedded: Instance;
  said: { event: string; detail: any }[];
  refreshed: number;
}

const EVENTS = ['ready', 'loaded', 'resize', 'parametersChange', 'tokenExpiring', 'exportDone', 'error'];

/** Embeds something by the SDK, in place of what was there. With `next` the SDK gets it when it asks for another token. */
export async function embed(page: Page, options: object, next?: string): Promise<void> {
  await page.evaluate(
    ({ server, given, events, token }) => {
      const host = window as unknown as HostWindow;
      host.embedded?.destroy();
      host.said = [];
      host.refreshed = 0;
      const auth = {
        token: (given as { token: string }).token,
        refresh: () => {
          host.refreshed += 1;
          return Promise.resolve(token);
        },
      };
      const { token: _token, ...rest } = given as { token: string };
      const by = token === undefined ? { token: auth.token } : { auth };
      host.embedded = host.PlatformReport.embed({ server, target: '#here', ...rest, ...by });
      for (const event of events) host.embedded.on(event, (detail) => host.said.push({ event, detail }));
    },
    { server: `${platformUnderTest().url}/report-server`, given: options, events: EVENTS, token: next },
  );
}

/** What the embedded frame last said of an event. */
export async function lastSaid(page: Page, event: string): Promise<any> {
  const said = await page.evaluate(() => (window as unknown as HostWindow).said);
  return said.findLast((each) => each.event === event)?.detail;
}

/** Calls the instance, and waits until the content is shown again. */
export async function changeParameters(page: Page, parameters: object): Promise<void> {
  const count = () =>
    page.evaluate(
      () => (window as unknown as HostWindow).said.filter(({ event }) => event === 'loaded').length,
    );
  const before = await count();
  await page.evaluate(
    (values) => (window as unknown as HostWindow).embedded.setParameters(values),
    parameters,
  );
  await until('the content is shown again', async () => (await count()) > before);
}

export function refreshEmbedded(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as HostWindow).embedded.refresh());
}

export function exportEmbedded(page: Page, format: string): Promise<unknown> {
  return page.evaluate((name) => (window as unknown as HostWindow).embedded.export(name), format);
}

export function refreshedTokens(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as HostWindow).refreshed);
}

/** Offers a port to a frame from a window that is not its parent, then from its parent; returns who got an answer. */
export function offerPorts(page: Page, address: string): Promise<string[]> {
  return page.evaluate(async (src) => {
    const host = window as unknown as HostWindow;
    host.embedded.destroy();
    const [frame, sibling] = [document.createElement('iframe'), document.createElement('iframe')];
    frame.src = src;
    document.body.append(frame, sibling);
    const answered: string[] = [];
    await new Promise((done) => frame.addEventListener('load', done));
    const origin = new URL(src).origin;
    const offer = (from: string): void => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => answered.push(from));
      port1.start();
      const message = { type: 'cairn:connect', v: 1, nonce: from };
      if (from === 'parent') frame.contentWindow?.postMessage(message, origin, [port2]);
      else {
        Object.assign(sibling.contentWindow as object, { message, origin, port2 });
        (sibling.contentWindow as unknown as { eval(code: string): void }).eval(
          `parent.frames[parent.frames.length - 2].postMessage(message, '${origin}', [port2])`,
        );
      }
    };
    for (let round = 0; round < 600 && !answered.includes('parent'); round += 1) {
      offer('sibling');
      // The parent speaks later, so that the other one has had its chance.
      if (round >= 8) offer('parent');
      await new Promise((done) => setTimeout(done, 100));
    }
    frame.remove();
    sibling.remove();
    return [...new Set(answered)];
  }, address);
}
