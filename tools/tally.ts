import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Tally {
  passed: number;
  failed: number;
}

/** Sums what the Jest reporter wrote for each project into a folder. */
export function readTally(
  folder: string,
): Tally & { skipped: number; projects: string[]; failures: string[] } {
  const sum = { passed: 0, failed: 0, skipped: 0, projects: [] as string[], failures: [] as string[] };
  if (!existsSync(folder)) return sum;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const counts = JSON.parse(readFileSync(join(folder, name), 'utf8')) as typeof sum & { project: string };
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    sum.projects.push(counts.project);
    sum.failures.push(...counts.failures.map((failure) => `${counts.project}: ${failure}`));
  }
  return sum;
}

/** The last line of the output, which people and scripts look for. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
