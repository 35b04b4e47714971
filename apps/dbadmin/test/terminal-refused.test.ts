import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startOnTestServer } from './test-app.ts';
import { childPrograms, openPage } from './terminal.ts';

const READY = /> $/;

const { app, server, admin, connection, close } = await startOnTestServer();
await server.query('postgres', 'CREATE DATABASE gis');
const page = await openPage(app, admin, {
  path: '/api/terminal/ws/server',
  query: { connection_id: connection, database: 'gis' },
});
await page.until(READY);

afterAll(close);

describe('26 and 8: commands that are refused and not run', () => {
  test.each([
    ['df -h;id', 'has no meaning here: there is no shell'],
    ['df -h && id', 'has no meaning here: there is no shell'],
    ['df -h | sh', 'has no meaning here: there is no shell'],
    ['df $(id)', 'has no meaning here: there is no shell'],
    ['df `id`', 'has no meaning here: there is no shell'],
    ['df -h > /tmp/pwn', 'has no meaning here: there is no shell'],
    ['df < /etc/passwd', 'has no meaning here: there is no shell'],
    ['df *', 'has no meaning here: there is no shell'],
    ['df ~root', 'has no meaning here: there is no shell'],
    ['df {a,b}', 'has no meaning here: there is no shell'],
    ["df 'x'", 'has no meaning here: there is no shell'],
    ['df "x"', 'has no meaning here: there is no shell'],
    ['df \\x', 'has no meaning here: there is no shell'],
    ['df -h /etc', 'can be given here.'],
    ['df --output=source', 'can be given here.'],
    ['free -m -s 1', 'can be given here.'],
    ['ps auxe', 'can be given here.'],
    ['ps e', 'can be given here.'],
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
    ['journal 1;id', 'has no meaning here: there is no shell'],
    ['vacuumdb gis', 'vacuumdb takes no "gis" here: the database is that of the connection'],
    ['vacuumdb -d host=evil', 'vacuumdb takes no -d'],
    ['vacuumdb --dbname=host=evil', 'vacuumdb takes no --dbname'],
    ['vacuumdb --maintenance-db=x', 'vacuumdb takes no --maintenance-db'],
    ['vacuumdb -a', 'vacuumdb takes no -a'],
    ['vacuumdb -h evil', 'vacuumdb takes no -h'],
    ['vacuumdb --host=evil', 'vacuumdb takes no --host'],
    ['vacuumdb -U postgres', 'vacuumdb takes no -U'],
    ['vacuumdb -p 1', 'vacuumdb takes no -p'],
    ['vacuumdb -j 1000', '-j takes a number from 1 to 8.'],
    ['vacuumdb -j 1;id', 'has no meaning here: there is no shell'],
    ['vacuumdb -t', '-t needs a value.'],
    ['vacuumdb -t roads(id)', 'has no meaning here: there is no shell'],
    ['vacuumdb -t -f', '-t takes a name such as roads'],
    ['vacuumdb --analyze=x', '--analyze takes no value.'],
    ['reindexdb -d host=evil', 'reindexdb takes no -d'],
    ['reindexdb -a', 'reindexdb takes no -a'],
    ['pg_dump -f /tmp/pwn', 'pg_dump takes no -f'],
    ['pg_dump -f/tmp/pwn', 'pg_dump takes no -f'],
    ['pg_dump --file=/tmp/pwn', 'pg_dump takes no --file'],
    ['pg_dump -d host=evil', 'pg_dump takes no -d'],
    ['pg_dump host=evil', 'pg_dump takes no "host=evil" here: the database is that of the connection'],
    [
      'pg_dump postgresql://evil/x',
      'pg_dump takes no "postgresql://evil/x" here: the database is that of the connection',
    ],
    ['pg_dump -Fc', 'pg_dump takes no -F'],
    ['pg_dump --format=d', 'pg_dump takes no --format'],
    ['pg_dump -a', 'pg_dump takes no -a'],
    ['pg_dump --inserts', 'pg_dump takes no --inserts'],
    ['pg_dump --role=x', 'pg_dump takes no --role'],
    ['pg_dump --extension-filter=/etc/passwd', 'pg_dump takes no --extension-filter'],
    ['pg_restore -d x', 'Backups are only listed here'],
    ['pg_restore -f /tmp/pwn', 'Backups are only listed here'],
    ['pg_restore -l -f /tmp/pwn x', 'Backups are only listed here'],
    ['pg_restore -l -d x', 'Backups are only listed here'],
    ['pg_restore x', 'Backups are only listed here'],
    ['pg_restore -l', 'Backups are only listed here'],
    ['pg_restore -l a b', 'Backups are only listed here'],
    ['pg_restore -l --use-list=/etc/passwd', 'Backups are only listed here'],
    ['help me', '"help" stands alone.'],
  ])('%s', async (line, outcome) => {
    const shown = await page.enter(line, READY);
    expect(shown).toContain(outcome);
    expect(shown).not.toMatch(/uid=|root:/);
    expect(existsSync('/tmp/pwn')).toBe(false);
    expect(childPrograms(/vacuumdb|reindexdb|pg_dump|pg_restore/)).toHaveLength(0);
  });
});
