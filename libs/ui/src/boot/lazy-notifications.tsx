import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { useLatched } from '../form/use-latched.ts';

const NotificationList = lazy(async () => ({
  default: (await import('./notifications.tsx')).NotificationList,
}));

/** Where short notices appear: loaded with the first one. */
export function LazyNotifications() {
  const { notifications } = useNotifications();
  const isNeeded = useLatched(notifications.length > 0);
  return <Suspense>{isNeeded ? <NotificationList /> : null}</Suspense>;
}
