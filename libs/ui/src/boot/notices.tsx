import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where short notices appear. Loaded after the page itself: nothing has happened yet that could be told. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} autoClose={5000} />;
}
