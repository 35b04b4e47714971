import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { useLatched } from '../form/use-latched.ts';

const NoticeList = lazy(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/** Where short notices appear: loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications();
  const isTold = useLatched(notifications.length > 0);
  return <Suspense>{isTold ? <NoticeList /> : null}</Suspense>;
}
