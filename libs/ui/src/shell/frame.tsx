import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { isRefused } from '../boot/base-path.ts';
import { FileDrops } from '../drop/file-drops.tsx';
import { tui } from '../i18n.ts';
import { Forbidden } from '../page/forbidden.tsx';
import { LoadingRows } from '../page/loading-rows.tsx';
import classes from './frame.module.css';
import { LazyNotifications } from '../boot/lazy-notifications.tsx';
import { JobNotices } from './job-notices.tsx';
import { Rail } from './rail.tsx';
import { RecentPages } from './recent-pages.tsx';
import { TopBar } from './top-bar.tsx';

const NavigationDrawer = lazy(() =>
  import('./navigation-drawer.tsx').then((module) => ({ default: module.NavigationDrawer })),
);

/** The frame of every page: top bar, rail (a drawer below 800 px) and content. */
export function Frame() {
  const [opened, drawer] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);
  const isForbidden = useIsForbidden();
  const { pathname, search } = useLocation();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content" onClick={focusContent}>
        {tui('skip')}
      </a>
      <TopBar onOpenNavigation={drawer.open} />
      <div className={classes.side}>
        <Rail />
      </div>
      {opened && (
        <Suspense>
          <NavigationDrawer onClose={drawer.close} />
        </Suspense>
      )}
      <main id="content" data-address={pathname + search} tabIndex={-1} className={classes.main} ref={main}>
        <Suspense fallback={<PageFallback />}>{isForbidden ? <Forbidden /> : <Outlet />}</Suspense>
      </main>
      <FileDrops />
      <LazyNotifications />
      <JobNotices />
      <RecentPages />
      <ScrollRestoration />
    </div>
  );
}

/** A plain fragment link would be resolved against <base> and leave the page. */
function focusContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function PageFallback() {
  return (
    <div style={{ margin: '0 auto', maxWidth: 1180, padding: '28px 24px' }}>
      <LoadingRows />
    </div>
  );
}

/** The server refused the first address; the others it has not been asked for. */
function useIsForbidden(): boolean {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  return isRefused() && pathname === first;
}

/** When the element that was clicked is gone with its page, keyboard users go on from the new content. */
function useFocusAfterNavigation(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // a side panel that closes gives the focus back to what opened it: that goes first
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    }, 150);
    return () => clearTimeout(timer);
  }, [pathname, main]);
}
