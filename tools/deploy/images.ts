import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../bootstrap/programs.mjs';
import { startPlatform } from '../platform.ts';
import { printedProgress } from '../platform/progress.ts';
import { existingServices, repositoryRoot, type ServiceTopology } from '../topology.ts';
import { DEBIAN_IMAGE, NODE_IMAGE, ensureBaseImages } from './base-image.ts';
import { buildah, showBuildah } from './buildah.ts';
import { doMainJobs } from './main-jobs.ts';
import { mountImages } from './run-image.ts';

/**
 * `node tools/deploy/images.ts` builds the image of each service with buildah, without a container engine and without a
 * registry, prints their sizes, and runs the platform from them: migrations, web processes and workers as a user without rights
 * on a read-only root, with a private PostgreSQL and Redis. Then it does the main job of each service. Needs root, and Debian's
 * packages buildah, debootstrap and bubblewrap.
 */
async function main(): Promise<void> {
  requirePrograms(['buildah', 'debootstrap', 'bwrap']);
  const services = existingServices();
  console.log('Base images …');
  ensureBaseImages();
  for (const service of services) {
    console.log(`Image of ${service.name} …`);
    build(service);
  }
  const images = Object.fromEntries(services.map(({ name }) => [name, imageName(name)]));
  for (const [name, image] of Object.entries(images)) console.log(`  ${name}: ${megabytes(image)} MB`);
  await runFromImages(images);
}

function requirePrograms(names: string[]): void {
  const missing = names.filter((name) => findProgram([name]) === null);
  if (missing.length > 0 || process.getuid?.() !== 0)
    throw new Error(
      'This needs root and the programs buildah, debootstrap and bwrap: apt-get install buildah debootstrap bubblewrap',
    );
}

function build({ name, packages }: ServiceTopology): void {
  const values = {
    SERVICE: name,
    NODE_IMAGE,
    DEBIAN_IMAGE,
    PACKAGES: packages.join(' '),
    POSTGRES_ARCHIVE: process.env.POSTGRES_ARCHIVE ?? 'debian',
  };
  showBuildah([
    ...['build', '--quiet', '--layers', '--pull-never', '-f', join(repositoryRoot, 'docker/Dockerfile')],
    ...Object.entries(values).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    ...['-t', imageName(name), repositoryRoot],
  ]);
}

function imageName(service: string): string {
  return `localhost/cairn/${service}`;
}

function megabytes(image: string): number {
  const inspected = buildah(['images', '--json', image]);
  const [{ size } = { size: '0 MB' }] = JSON.parse(inspected) as { size: string }[];
  const [, amount = '0', unit] = /^([\d.]+) ([MG])B$/.exec(size) ?? [];
  return Math.round(Number(amount) * (unit === 'G' ? 1000 : 1));
}

async function runFromImages(images: Record<string, string>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-images-'));
  const mounted = mountImages(images, dataDir);
  try {
    const platform = await startPlatform({
      dataDir,
      seed: true,
      progress: printedProgress(),
      launch: mounted.launch,
    });
    try {
      await doMainJobs(platform.url, platform.adminPassword);
    } finally {
      await platform.stop();
    }
  } finally {
    mounted.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
