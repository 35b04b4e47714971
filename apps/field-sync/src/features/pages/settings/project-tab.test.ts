import { expect, test } from '@jest/globals';
import { projectTab } from './project-tab.ts';

const server = { id: 1, name: 'Crews' };
const link = { id: 2, name: 'Target' };
const SERVERS = 'href="admin/servers.php?id=0"';
const DATABASES = 'href="admin/databases.php?id=0"';

test.each([
  ['servers', { servers: [], links: [link] }, [true, false]],
  ['database links', { servers: [server], links: [] }, [false, true]],
  ['neither missing', { servers: [server], links: [link] }, [false, false]],
])('the form of a new project leads to what has to be added first: %s', (_what, lists, expected) => {
  const { text } = projectTab({ project: null, targets: [], ...lists });
  expect([text.includes(SERVERS), text.includes(DATABASES)]).toEqual(expected);
});
