import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { passwordProblem } from '@cairn/auth';
import { parseTrustedProxies } from './front-door/trusted-proxies.ts';
import { startPlatform, type Platform } from './platform.ts';
import { printedProgress } from './platform/progress.ts';
import { takeRunFile } from './platform/run-file.ts';
import { frontDoorPort, repositoryRoot } from './topology.ts';

/** `npm start [-- --reset] [-- --no-sample-data]` */
const options = new Set(process.argv.slice(2));
const dataDir = process.env.CAIRN_DATA_DIR ?? join(repositoryRoot, '.data');

async function main(): Promise<number> {
  const unknown = [...options].filter((option) => !['--reset', '--no-sample-data'].includes(option));
  if (unknown.length > 0)
    throw new Error(
      `Unknown option "${unknown[0]}". Use --reset to start over, --no-sample-data to start empty.`,
    );
  const port = chosenPort();
  parseTrustedProxies(process.env.CAIRN_TRUSTED_PROXIES ?? '');
  const started = performance.now();
  const asked = stopRequest();
  if (options.has('--reset')) await reset();
  console.log(`Starting Cairn. Its data and logs are under ${dataDir}`);
  const abort = new AbortController();
  const starting = startPlatform({
    dataDir,
    frontDoorPort: port,
    adminPassword: await givenPassword(),
    seed: !options.has('--no-sample-data'),
    lasting: true,
    publicUrl: process.env.CAIRN_PUBLIC_URL || undefined,
    progress: printedProgress(),
    signal: abort.signal,
  });
  const platform = await Promise.race([starting, asked]);
  if (platform === 'stop') {
    console.log('Stopping …');
    abort.abort();
    await starting.then(
      (late) => late.stop(),
      () => undefined,
    );
    return 0;
  }
  announce(platform, performance.now() - started);
  const end = await Promise.race([platform.broken, asked]);
  if (end === 'stop') console.log('Stopping …');
  else
    console.error(
      `${styleText('red', end)}\nThe rest is stopped now. The logs are under ${join(dataDir, 'logs')}`,
    );
  await platform.stop();
  if (end === 'stop') console.log('Cairn has stopped. Your data is kept.');
  return end === 'stop' ? 0 : 1;
}

function chosenPort(): number {
  const port = Number(process.env.CAIRN_PORT || frontDoorPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`CAIRN_PORT must be a port between 1 and 65535, not "${process.env.CAIRN_PORT}".`);
  }
  return port;
}

async function givenPassword(): Promise<string | undefined> {
  const password = process.env.CAIRN_ADMIN_PASSWORD;
  if (!password) return undefined;
  const problem = await passwordProblem(password, 'admin');
  if (problem !== null) throw new Error(`CAIRN_ADMIN_PASSWORD: ${problem}`);
  return password;
}

/** Settles at the first Ctrl-C or SIGTERM; npm forwards it a second time, which is ignored. */
function stopRequest(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('stop'));
  });
}

/** Removes the data directory and the targets of its links, unless a platform uses it. */
async function reset(): Promise<void> {
  const runFile = await takeRunFile(dataDir);
  for (const name of ['postgres', 'redis']) {
    const folder = join(dataDir, name);
    if (existsSync(folder)) rmSync(realpathSync(folder), { recursive: true, force: true });
  }
  runFile.remove();
  rmSync(dataDir, { recursive: true, force: true });
  console.log('Removed the previous data.');
}

function announce(platform: Platform, elapsedMs: number): void {
  const strong = (text: string) => styleText('bold', text, { stream: process.stdout });
  const lines = [
    '',
    `Cairn is ready after ${(elapsedMs / 1000).toFixed(1)} s.`,
    '',
    `  Address:   ${strong(platform.url)}`,
    `  User:      ${strong('admin')}`,
    `  Password:  ${strong(platform.adminPassword)}`,
  ];
  if (platform.sampleUser)
    lines.push(
      `  A user without administrator rights: ${platform.sampleUser.username}, ${platform.sampleUser.password}`,
    );
  if (platform.hasTrialLicense)
    lines.push('  Licensed to: this installation, made by npm start for trying out (dashboards)');
  if (platform.mailboxUrl)
    lines.push(`  Mails stay on this machine. Administrators read them at ${platform.mailboxUrl}`);
  lines.push(
    '',
    `Passwords are those of the first start; they are stored in ${join(dataDir, 'secrets.json')}. Ctrl-C stops everything.`,
    '',
  );
  console.log(lines.join('\n'));
}

try {
  // Not exitCode: a build that was under way when the stop came would be waited for.
  process.exit(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
