import '../styles/mantine.css';
import '../styles/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';
import { startMessages } from '../i18n.ts';
import { Crashed } from '../page/crashed.tsx';
import { NotFound } from '../page/not-found.tsx';
import { Frame } from '../shell/frame.tsx';
import { JobEnds, type JobEnd } from '../shell/job-ends.ts';
import { basePath } from './base-path.ts';
import { Providers } from './providers.tsx';

interface App {
  /** Key of the service: 'portal', 'vault' … */
  service: string;
  /** Routes below the service's base path; use `lazy` for pages. */
  routes: RouteObject[];
  /** The app's message catalog. */
  messages: Record<string, unknown>;
  /** What a job of the person that has ended makes old. */
  onJobEnd?: JobEnd;
}

/** Starts a web app: messages, theme, queries, router and shell. Needs an element with the id `root`. */
export function bootApp({ service, routes, messages, onJobEnd }: App): void {
  startMessages(messages);
  reloadWhenRestored();
  document.documentElement.dataset.service = service;
  const guarded = routes.map((route) => ({ errorElement: <Crashed />, ...route }) as RouteObject);
  const router = createBrowserRouter(
    [
      {
        element: <Frame />,
        errorElement: <Crashed />,
        hydrateFallbackElement: <></>,
        children: [...guarded, { path: '*', element: <NotFound /> }],
      },
    ],
    { basename: basePath() || '/' },
  );
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Providers>
        {onJobEnd && <JobEnds onEnd={onJobEnd} />}
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

/** A page that Back or Forward brings out of memory asks again what the person may see, for that may have changed. */
function reloadWhenRestored(): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
}
