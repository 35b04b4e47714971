import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../topology.ts';

export interface Check {
  name: string;
  /** What to do when it fails, where the output does not say so. */
  advice?: string;
  run(): Promise<CheckResult>;
}

export interface CheckResult {
  passed: boolean;
  output: string;
}

/** A check that is a program of node_modules or a script of ours, run by this Node. */
export function programCheck(name: string, [script = '', ...args]: string[], advice?: string): Check {
  return { name, advice, run: () => runScript(script, args) };
}

export async function runScript(script: string, args: string[]): Promise<CheckResult> {
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, [join(repositoryRoot, script), ...args], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ passed: false, output: error.message }));
    child.once('close', (code) =>
      resolve({ passed: code === 0, output: Buffer.concat(chunks).toString('utf8').trim() }),
    );
  });
}
