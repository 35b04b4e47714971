import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const NoticeList = lazy(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/** Where short notices appear: loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isTold, setTold] = useState(false);
  if (notifications.length > 0 && !isTold) setTold(true);
  return <Suspense>{isTold ? <NoticeList /> : null}</Suspense>;
}
