import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPublisher } from '@cairn/testing';
import type { TestPublisher } from '@cairn/testing';
import { fieldProjectsFolder } from '../../tools/seed/field-project.ts';
import { startPlatform, type Platform } from '../../tools/platform.ts';

/** What the tests need to know of the platform; passed to them by environment. */
export interface PlatformUnderTest {
  url: string;
  admin: { username: string; password: string };
  /** A user without administrator rights. */
  user: { username: string; password: string };
  /** Folder of the field projects; empty where it is not on this machine. */
  fieldProjects: string;
  /** Folder of the local targets of field-sync; empty where it is not on this machine. */
  localTargets: string;
}

const running: { platform: Platform; publisher: TestPublisher; dataDir: string }[] = [];

/**
 * The platform that CAIRN_E2E_URL names (with CAIRN_ADMIN_PASSWORD, CAIRN_USER and CAIRN_USER_PASSWORD),
 * else a fresh one with the sample data, in a directory of its own.
 */
export async function openPlatform(): Promise<PlatformUnderTest> {
  const { CAIRN_E2E_URL: url, CAIRN_ADMIN_PASSWORD, CAIRN_USER, CAIRN_USER_PASSWORD } = process.env;
  if (url) {
    if (!CAIRN_ADMIN_PASSWORD || !CAIRN_USER || !CAIRN_USER_PASSWORD) {
      throw new Error('Set CAIRN_ADMIN_PASSWORD, CAIRN_USER and CAIRN_USER_PASSWORD beside CAIRN_E2E_URL.');
    }
    return {
      url,
      admin: { username: 'admin', password: CAIRN_ADMIN_PASSWORD },
      user: { username: CAIRN_USER, password: CAIRN_USER_PASSWORD },
      fieldProjects: process.env.CAIRN_FIELD_PROJECTS ?? '',
      localTargets: process.env.CAIRN_LOCAL_TARGETS ?? '',
    };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  // Imports come from servers on this machine, which are not allowed by default.
  process.env.OUTBOUND_ALLOWED_CIDRS ??= '127.0.0.1/32';
  const publisher = await startTestPublisher();
  process.env.PUBLISHER_URL = publisher.url;
  process.env.PUBLISHER_TOKEN = publisher.token;
  const platform = await startPlatform({ dataDir, seed: true });
  running.push({ platform, publisher, dataDir });
  if (!platform.sampleUser) throw new Error('The sample data made no user without administrator rights.');
  return {
    url: platform.url,
    admin: { username: 'admin', password: platform.adminPassword },
    user: platform.sampleUser,
    fieldProjects: fieldProjectsFolder(dataDir),
    localTargets: join(dataDir, 'local-targets'),
  };
}

export async function closePlatform(): Promise<void> {
  for (const { platform, publisher, dataDir } of running.splice(0)) {
    await platform.stop();
    await publisher.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const VARIABLE = 'CAIRN_E2E_PLATFORM';

/** Workers of Jest inherit the environment of the process that ran the global set-up. */
export function publishPlatform(platform: PlatformUnderTest): void {
  process.env[VARIABLE] = JSON.stringify(platform);
}

export function platformUnderTest(): PlatformUnderTest {
  const text = process.env[VARIABLE];
  if (!text) throw new Error(`${VARIABLE} is not set: run these tests through e2e/jest.config.js.`);
  return JSON.parse(text) as PlatformUnderTest;
}
