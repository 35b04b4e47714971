import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { useEver } from '../form/use-ever.ts';

const NoticeList = lazy(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/** Where short notices appear: loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications();
  const isTold = useEver(notifications.length > 0);
  return <Suspense>{isTold ? <NoticeList /> : null}</Suspense>;
}
