/**
 * Writes src/generated from openapi/*.yaml and shared.yaml, or with --check says what is stale (exit 1).
 *
 *   node libs/contracts/generate.ts [--check] [service …]
 */
import { fileURLToPath } from 'node:url';
import { generate } from './src/generator.ts';

const args = process.argv.slice(2);
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const result = await generate({
  source: pathOf('./openapi'),
  shared: pathOf('./shared.yaml'),
  target: pathOf('./src/generated'),
  check: args.includes('--check'),
  only: args.filter((arg) => !arg.startsWith('--')),
});

for (const line of result.messages) console.log(line);
if (result.failed) process.exitCode = 1;
