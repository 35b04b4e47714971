import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadContract } from '@cairn/contracts';
import { existingServices, repositoryRoot, topology } from '../topology.ts';
import type { Api } from './api.ts';

const samples = join(repositoryRoot, 'tools', 'sample-data', 'reports');

/** The service that keeps definitions of reports. */
export const REPORT_SERVICE = 'report-mgmt';

/** Whether this checkout has a report management that reads definitions from disk. */
export function takesReports(): boolean {
  if (!existingServices().some(({ name }) => name === REPORT_SERVICE)) return false;
  return loadContract(REPORT_SERVICE).paths['/api/resource-sync']?.post !== undefined;
}

/** Folder of the definitions in a data folder. */
export function reportsFolder(dataDir: string): string {
  const { directories } = topology.find(({ name }) => name === REPORT_SERVICE) ?? {};
  return join(dataDir, directories?.REPORTS_ROOT ?? 'reports');
}

/**
 * Copies the sample reports into the folder of definitions, and registers them with the portal. Definitions of the same key
 * stay as they are.
 *
 * @param reportsRoot folder of the definitions
 */
export async function loadReports(api: Api, reportsRoot: string): Promise<void> {
  await mkdir(reportsRoot, { recursive: true });
  for (const key of await readdir(samples)) await copyReport(reportsRoot, key);
  await api.send('POST', `/${REPORT_SERVICE}/api/resource-sync`, {});
}

async function copyReport(reportsRoot: string, key: string): Promise<void> {
  const target = join(reportsRoot, key);
  if (await exists(target)) return;
  // The service reads the folder at any moment; the rename makes the report appear as a whole.
  const unfinished = join(reportsRoot, `.${key}`);
  await rm(unfinished, { recursive: true, force: true });
  await cp(join(samples, key), unfinished, { recursive: true });
  await rename(unfinished, target);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
