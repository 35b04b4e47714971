import '../styles/server-page.css';
import { bootApp } from '../boot/boot-app.tsx';
import type { JobEnd } from '../shell/job-ends.ts';
import type { Island } from './island.ts';
import { ServerContent } from './server-content.tsx';

interface ServerPages {
  /** Key of the service. */
  service: string;
  messages: Record<string, unknown>;
  /** By the name in `data-island`. */
  islands: Record<string, Island>;
  onJobEnd?: JobEnd;
}

/**
 * Puts the platform's shell around pages that the server rendered (`createServerPages` of @cairn/service), sends their forms without
 * leaving the page, keeps what is marked `data-live` up to date, and mounts islands.
 */
export function bootServerPage({ islands, ...app }: ServerPages): void {
  // Each address is a document of its own: links within the service are followed by the browser.
  document.documentElement.dataset.pages = 'server';
  bootApp({ ...app, routes: [{ path: '*', element: <ServerContent islands={islands} /> }] });
}
