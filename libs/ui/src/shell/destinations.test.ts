import { expect, test } from '@jest/globals';
import { IconReportAnalytics } from '@tabler/icons-react';
import { currentDestination, type Destination } from './destinations.ts';

const entry = (title: string, href: string, alsoFor: string[] = []): Destination => ({
  ...{ service: 'reports', title, href, keywords: '', needs: 'view', icon: IconReportAnalytics, alsoFor },
});
const entries = [
  entry('Explorer', '/reports/'),
  entry('Reports', '/reports/library', ['/reports/runs']),
  entry('Files', '/files/list/index.php'),
];

test.each([
  ['/reports', 'Explorer'],
  ['/reports/datasources', 'Explorer'],
  ['/reports/library/a/edit', 'Reports'],
  ['/reports/runs', 'Reports'],
  ['/reports/runsheet', 'Explorer'],
  ['/files/list/view.php', 'Files'],
  ['/files/other.php', undefined],
  ['/elsewhere', undefined],
])('the page %s marks %s in the rail', (pathname, title) => {
  expect(currentDestination(entries, pathname)?.title).toBe(title);
});
