import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { describeShells } from './shells.ts';
import { PROMPT, openPage } from './terminal.ts';

describeShells('a shell on a server that encrypts', () => {
  let app: TestDbadmin;
  let server: TestServer;
  let admin: Person;
  let folder: string;

  beforeAll(async () => {
    folder = certificate();
    [app, server] = await Promise.all([
      startTestDbadmin(),
      startTestServer({
        ssl: 'on',
        ssl_cert_file: join(folder, 'server.crt'),
        ssl_key_file: join(folder, 'server.key'),
      }),
    ]);
    admin = await app.signUp({ username: 'admin', isAdmin: true });
  });

  afterAll(async () => {
    await app.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each(['require', 'prefer'])(
    'sslmode %s: the relay encrypts, signs in with SCRAM, and Ctrl-C reaches the server',
    async (sslmode) => {
      const id = await app.connect(admin, { ...server, sslmode }, sslmode);
      const page = await openPage(app, admin, {
        path: '/api/terminal/ws/dbshell',
        query: { connection_id: id },
      });
      await page.until(PROMPT);
      expect(await page.enter('SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid();')).toMatch(
        /TLSv1\.[23]/,
      );
      expect(
        await page.enter("SELECT count(*), sum(length(repeat('x', 1000))) FROM generate_series(1, 10000);"),
      ).toMatch(/10000 \| 10000000/);
      page.type('SELECT pg_sleep(60);\r');
      await until('the server works', async () => {
        const [row] = await server.query(
          'postgres',
          `SELECT count(*)::int FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60);' AND state = 'active'`,
        );
        return row.count === 1;
      });
      page.type('\u0003');
      await page.until(/canceling statement due to user request/);
      page.ws.close(1000);
    },
  );
});

/** A folder with a key and a certificate that nobody vouches for, readable by the account of the server alone. */
function certificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'));
  const key = join(folder, 'server.key');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', join(folder, 'server.crt')],
    ],
    { stdio: 'pipe' },
  );
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  for (const path of [folder, key, join(folder, 'server.crt')]) chownSync(path, id('-u'), id('-g'));
  chmodSync(key, 0o600);
  return folder;
}
