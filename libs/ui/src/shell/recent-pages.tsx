import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useMe } from '../api/use-me.ts';
import { basePath } from '../boot/base-path.ts';
import { noteVisit } from './recent-addresses.ts';

/** Records the pages that the user visits, for search. Renders nothing. */
export function RecentPages() {
  const { pathname } = useLocation();
  const name = useMe().data?.user?.username;
  useEffect(() => {
    if (name !== undefined) noteVisit(name, basePath() + pathname);
  }, [name, pathname]);
  return null;
}
