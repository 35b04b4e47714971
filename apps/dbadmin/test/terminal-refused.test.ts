import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startOnTestServer } from './test-app.ts';
import { childPrograms, openPage } from './terminal-page.ts';

const READY = /> $/;

const { app, server, admin, connection, close } = await startOnTestServer();
await server.query('postgres', 'CREATE DATABASE gis');
const page = await openPage(app, admin, {
  path: '/api/terminal/ws/server',
  query: { connection_id: connection, database: 'gis' },
});
await page.until(READY);

afterAll(close);

describe('commands that are refused and not run', () => {
  test.each([
    ['df -h;id', 'is not supported: this is not a shell'],
    ['df -h && id', 'is not supported: this is not a shell'],
    ['df -h | sh', 'is not supported: this is not a shell'],
    ['df $(id)', 'is not supported: this is not a shell'],
    ['df `id`', 'is not supported: this is not a shell'],
    ['df -h > /tmp/pwn', 'is not supported: this is not a shell'],
    ['df < /etc/passwd', 'is not supported: this is not a shell'],
    ['df *', 'is not supported: this is not a shell'],
    ['df ~root', 'is not supported: this is not a shell'],
    ['df {a,b}', 'is not supported: this is not a shell'],
    ["df 'x'", 'is not supported: this is not a shell'],
    ['df "x"', 'is not supported: this is not a shell'],
    ['df \\x', 'is not supported: this is not a shell'],
    ['df -h /etc', 'is allowed.'],
    ['df --output=source', 'is allowed.'],
    ['free -m -s 1', 'is allowed.'],
    ['ps auxe', 'is allowed.'],
    ['ps e', 'is allowed.'],
    ['id', 'There is no command "id"'],
    ['sh', 'There is no command "sh"'],
    ['bash -c id', 'There is no command "bash"'],
    ['/bin/sh', 'There is no command "/bin/sh"'],
    ['sudo systemctl restart postgresql', 'There is no command "sudo"'],
    ['systemctl stop postgresql', 'Only status, restart and reload of the database service'],
    ['systemctl restart ssh', 'Only status, restart and reload of the database service'],
    ['systemctl restart postgresql ssh', 'Only status, restart and reload of the database service'],
    ['systemctl --host=evil status postgresql', 'Only status, restart and reload of the database service'],
    ['service ssh restart', 'Only status, restart and reload of the database service'],
    ['journalctl', 'journalctl -u postgresql -n 100.'],
    ['journalctl -u ssh', 'journalctl -u postgresql -n 100.'],
    ['journalctl -u postgresql -D /etc', 'journalctl -u postgresql -n 100.'],
    ['journalctl -u postgresql -n all', 'journalctl -u postgresql -n 100.'],
    ['journalctl -u postgresql -u ssh', 'journalctl -u postgresql -n 100.'],
    ['journalctl --file=/etc/shadow -u postgresql', 'journalctl -u postgresql -n 100.'],
    ['journal 1;id', 'is not supported: this is not a shell'],
    ['vacuumdb gis', 'vacuumdb does not accept "gis" here: the database comes from the connection'],
    ['vacuumdb -d host=evil', 'vacuumdb does not accept -d'],
    ['vacuumdb --dbname=host=evil', 'vacuumdb does not accept --dbname'],
    ['vacuumdb --maintenance-db=x', 'vacuumdb does not accept --maintenance-db'],
    ['vacuumdb -a', 'vacuumdb does not accept -a'],
    ['vacuumdb -h evil', 'vacuumdb does not accept -h'],
    ['vacuumdb --host=evil', 'vacuumdb does not accept --host'],
    ['vacuumdb -U postgres', 'vacuumdb does not accept -U'],
    ['vacuumdb -p 1', 'vacuumdb does not accept -p'],
    ['vacuumdb -j 1000', '-j takes a number from 1 to 8.'],
    ['vacuumdb -j 1;id', 'is not supported: this is not a shell'],
    ['vacuumdb -t', '-t needs a value.'],
    ['vacuumdb -t roads(id)', 'is not supported: this is not a shell'],
    ['vacuumdb -t -f', '-t takes a name such as roads'],
    ['vacuumdb --analyze=x', '--analyze takes no value.'],
    ['reindexdb -d host=evil', 'reindexdb does not accept -d'],
    ['reindexdb -a', 'reindexdb does not accept -a'],
    ['pg_dump -f /tmp/pwn', 'pg_dump does not accept -f'],
    ['pg_dump -f/tmp/pwn', 'pg_dump does not accept -f'],
    ['pg_dump --file=/tmp/pwn', 'pg_dump does not accept --file'],
    ['pg_dump -d host=evil', 'pg_dump does not accept -d'],
    ['pg_dump host=evil', 'pg_dump does not accept "host=evil" here: the database comes from the connection'],
    [
      'pg_dump postgresql://evil/x',
      'pg_dump does not accept "postgresql://evil/x" here: the database comes from the connection',
    ],
    ['pg_dump -Fc', 'pg_dump does not accept -F'],
    ['pg_dump --format=d', 'pg_dump does not accept --format'],
    ['pg_dump -a', 'pg_dump does not accept -a'],
    ['pg_dump --inserts', 'pg_dump does not accept --inserts'],
    ['pg_dump --role=x', 'pg_dump does not accept --role'],
    ['pg_dump --extension-filter=/etc/passwd', 'pg_dump does not accept --extension-filter'],
    ['pg_restore -d x', 'Backups can only be listed here'],
    ['pg_restore -f /tmp/pwn', 'Backups can only be listed here'],
    ['pg_restore -l -f /tmp/pwn x', 'Backups can only be listed here'],
    ['pg_restore -l -d x', 'Backups can only be listed here'],
    ['pg_restore x', 'Backups can only be listed here'],
    ['pg_restore -l', 'Backups can only be listed here'],
    ['pg_restore -l a b', 'Backups can only be listed here'],
    ['pg_restore -l --use-list=/etc/passwd', 'Backups can only be listed here'],
    ['help me', '"help" takes no arguments.'],
  ])('%s', async (line, outcome) => {
    const shown = await page.enter(line, READY);
    expect(shown).toContain(outcome);
    expect(shown).not.toMatch(/uid=|root:/);
    expect(existsSync('/tmp/pwn')).toBe(false);
    expect(childPrograms(/vacuumdb|reindexdb|pg_dump|pg_restore/)).toHaveLength(0);
  });
});
