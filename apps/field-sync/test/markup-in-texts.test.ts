import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { listOperations } from './operations.ts';
import { readPage } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

const MARKUP = `"'></script><x-evil data-evil onclick=evil()>`;
/** What no page shows, or shows letter by letter. */
const OTHER_TABLES = `'sessions', 'jobs', 'workers', 'sign_in_throttle', 'oidc_logins', 'audit_events'`;

let app: TestFieldSync;
let boss: Person;
let projectId: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  const projects = testProjects(app);
  const [serverId, linkId] = [await projects.addServer('North'), await projects.addLink('Target')];
  await projects.addFileTarget('office');
  projectId = await projects.startProject({ name: 'Trees', serverId, linkId, geopackage: 'survey.gpkg' });
  await app.admin.query(`SET search_path TO field_sync;
    INSERT INTO users (name, email, accesslevel) VALUES ('Uma', 'uma@example.org', 'User');
    INSERT INTO groups (name) VALUES ('Crew');
    INSERT INTO map_stores (name, project_id, url, username, workspace) VALUES ('Maps', ${projectId}, 'http://x', 'u', 'w');
    INSERT INTO catalog_nodes (name, host, port, username) VALUES ('Catalog', 'x', 443, 'u');
    INSERT INTO runs (project_id, kind, status, error, finished_at) VALUES (${projectId}, 'sync', 'failed', 'x', now());
    INSERT INTO pushes (project_id, file_target_id, seq, status, finished_at) SELECT ${projectId}, id, 1, 'failed', now() FROM file_targets;
    INSERT INTO log_lines (project_id, level, message) VALUES (${projectId}, 'error', 'x');
    INSERT INTO objects (key, sha256, sha1, size) VALUES ('ee/${'e'.repeat(64)}-00000000', '${'e'.repeat(64)}', '${'f'.repeat(40)}', 1);
    INSERT INTO snapshots (project_id, version, package_sha256) VALUES (${projectId}, 'v1', '${'e'.repeat(64)}');
    INSERT INTO snapshot_files (snapshot_id, path, object_key) SELECT s.id, 'survey.gpkg', o.key FROM snapshots s, objects o;
    RESET search_path`);
  await appendToEveryText();
});
afterAll(() => app.close());

/** Appends markup to each text that no constraint keeps from having it. */
async function appendToEveryText(): Promise<void> {
  await app.admin.query(`DO $do$
    DECLARE c record;
    BEGIN
      FOR c IN SELECT table_name, column_name FROM information_schema.columns
                WHERE table_schema = 'field_sync' AND data_type = 'text' AND table_name NOT IN (${OTHER_TABLES})
      LOOP
        BEGIN
          EXECUTE format('UPDATE field_sync.%1$I SET %2$I = coalesce(%2$I, '''') || $1', c.table_name, c.column_name)
            USING $markup$${MARKUP}$markup$;
        EXCEPTION WHEN check_violation OR foreign_key_violation THEN NULL;
        END;
      END LOOP;
    END $do$`);
}

test('markup in any stored text is text on every page', async () => {
  const shown: string[] = [];
  const { operations } = listOperations(projectId);
  const pages = operations.filter(({ route }) => route.isPage);
  const forms = ['servers', 'databases', 'rsyncs', 'gstores', 'geonodes', 'users', 'groups', 'edit_excludes'];
  const paths = [
    ...pages.map(({ route, query }) => `${route.path}?${query ?? ''}`),
    ...forms.map((name) => `/admin/${name}.php?id=1`),
  ];
  for (const path of paths) {
    const page = await readPage(app, boss, path);
    expect([path, page.withAttribute('data-evil'), page.withAttribute('onclick')]).toEqual([path, [], []]);
    if (page.html.includes('x-evil')) shown.push(path);
  }
  // They do show them.
  expect(shown.length).toBeGreaterThan(paths.length / 2);
  expect(shown).toEqual(expect.arrayContaining(forms.slice(0, 5).map((name) => `/admin/${name}.php?id=1`)));
});
