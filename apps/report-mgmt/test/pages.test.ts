import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';

let app: TestReportMgmt;
let pages: string;
let people: Record<'viewer' | 'editor' | 'administrator', Person>;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  await writeFile(join(pages, 'index.html'), '<!doctype html><head><base href="/"></head>');
  app = await startTestReportMgmt({ env: { PAGES_ROOT: pages } });
  people = {
    viewer: await app.signUp({ username: 'viewer of pages', service: 'view' }),
    editor: await app.signUp({ username: 'editor of pages', service: 'edit' }),
    administrator: await app.signUp({ username: 'administrator of pages', isAdmin: true }),
  };
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

async function openPage(operation: string, person: Person | null) {
  const { status, headers } = await app.ask(person, { path: operation.replace('GET ', '') });
  return [status, headers.get('content-type')?.split(';')[0] ?? null, headers.get('location')];
}

const PAGE = [200, 'text/html', null];

function opensOnlyFor(operation: string, opening: (keyof typeof people)[]): void {
  test(`${operation} opens for ${opening.join(', ')} alone, and visitors are led to the sign-in page`, async () => {
    for (const [name, person] of Object.entries(people)) {
      const [status] = await openPage(operation, person);
      expect([name, status]).toEqual([name, opening.some((each) => each === name) ? 200 : 403]);
    }
    const next = encodeURIComponent(`/report-mgmt${operation.replace('GET ', '')}`);
    expect(await openPage(operation, null)).toEqual([303, null, `/login?next=${next}`]);
  });
}

describe('pages of people who may view the service', () => {
  for (const operation of [
    'GET /workspace.php',
    'GET /reports/datasources.php',
    'GET /executions.php',
    'GET /history.php',
  ]) {
    opensOnlyFor(operation, ['viewer', 'editor', 'administrator']);
  }
});

describe('pages of people who may publish', () => {
  for (const operation of ['GET /reports/publish_report.php', 'GET /reports/generate_report_context.php']) {
    opensOnlyFor(operation, ['editor', 'administrator']);
  }
});

describe('pages of administrators', () => {
  for (const operation of [
    'GET /reports/resource_sync.php',
    'GET /schedules.php',
    'GET /edit_schedule.php',
    'GET /recipients.php',
    'GET /edit_recipient.php',
    'GET /email_templates.php',
    'GET /edit_email_template.php',
  ]) {
    opensOnlyFor(operation, ['administrator']);
  }
});

test('GET /reports/index.php opens for visitors once everybody may view the service', async () => {
  expect((await openPage('GET /reports/index.php', null))[0]).toBe(303);
  await app.admin.query(
    `INSERT INTO portal.permissions (resource_id, group_id, permission)
     SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g
      WHERE r.resource_type = 'service' AND r.resource_key = 'report-mgmt' AND g.kind = 'public'`,
  );
  expect(await openPage('GET /reports/index.php', null)).toEqual(PAGE);
});
