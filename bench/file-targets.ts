import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pushedProjects } from '../apps/field-sync/test/pushed-project.ts';
import type { Files } from '../apps/field-sync/test/pushed-project.ts';
import { sshServerMissing, startSshServer } from '../apps/field-sync/test/ssh-server.ts';
import type { SshServer } from '../apps/field-sync/test/ssh-server.ts';
import { startTestFieldSync } from '../apps/field-sync/test/test-app.ts';
import type { Measure } from './measurement.ts';
import { inFolder, median } from './vault-process.ts';

const FILES = 10_000;
const ROUNDS = 5;
const GOAL = 1.2;
const run = promisify(execFile);

/** The same unchanged files to the same SSH server, alternately by a push and by rsync alone, which both sign in with the password. */
async function benchPush(): Promise<{ ours: number; theirs: number }> {
  return inFolder(async (folder) => {
    const [app, ssh] = await Promise.all([startTestFieldSync(), startSshServer()]);
    try {
      const projects = pushedProjects(app, await app.signUp({ username: 'bea', isAdmin: true }));
      await app.work('field_sync.push').ready;
      const files = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [pathOf(n), 'a photo']));
      const project = await projects.add();
      await projects.apply(project.id, files);
      const { host, port, username, password } = ssh;
      const login = { sync_type: 'remote', host, port, username, password };
      const target = await projects.target({ ...login, folder: 'ours' }, [project.id]);
      const alone = await prepareAlone(folder, files, ssh);
      const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
      // The first round copies, the second warms up.
      for (let round = -2; round < ROUNDS; round += 1) {
        const theirs = await timed(alone);
        const push = await projects.start(target);
        if (push.status !== 'succeeded') throw new Error(push.error);
        if (round < 0) continue;
        times.theirs.push(theirs);
        times.ours.push(push.finished_at.getTime() - push.started_at.getTime());
      }
      return { ours: median(times.ours), theirs: median(times.theirs) };
    } finally {
      await app.close();
      await ssh.close();
    }
  });
}

function pathOf(n: number): string {
  return `photos/${Math.floor(n / 500)}/${n}.jpg`;
}

/** What somebody would type, with the password by the same way. */
async function prepareAlone(folder: string, files: Files, ssh: SshServer): Promise<() => Promise<unknown>> {
  const tree = join(folder, 'tree');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(tree, path, '..'), { recursive: true });
    await writeFile(join(tree, path), content);
  }
  const askpass = join(folder, 'askpass');
  await writeFile(join(folder, 'password'), ssh.password, { mode: 0o600 });
  await writeFile(askpass, `#!/bin/sh\nexec cat ${join(folder, 'password')}\n`);
  await chmod(askpass, 0o700);
  const known = join(folder, 'known_hosts');
  const shell = `ssh -F none -p ${ssh.port} -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=${known}`;
  const env = { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' };
  const args = ['-a', '--delete', '-e', shell, `${tree}/`, `${ssh.username}@${ssh.host}:alone/`];
  return () => run('rsync', args, { env });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const measure: Measure = async () => {
  const what = `field-sync: ${FILES.toLocaleString('en')} unchanged files to a file target, against rsync alone`;
  const missing = sshServerMissing();
  if (missing) return [{ what, measured: missing, value: '', goal: `at most ${GOAL}`, met: false }];
  const { ours, theirs } = await benchPush();
  const ratio = ours / theirs;
  return [
    {
      what,
      measured: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `at most ${GOAL}`,
      met: ratio <= GOAL,
    },
  ];
};

if (import.meta.main) console.table(await measure());
