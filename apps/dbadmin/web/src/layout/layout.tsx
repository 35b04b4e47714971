import { Outlet } from 'react-router';
import { SectionNav } from './section-nav.tsx';

/** What all pages of the service stand in: the way to its other pages above the page itself. */
export function Layout() {
  return (
    <>
      <SectionNav />
      <Outlet />
    </>
  );
}
