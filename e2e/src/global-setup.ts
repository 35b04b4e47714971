import { openPlatform, publishPlatform } from './platform-under-test.ts';

export default async function globalSetup(): Promise<void> {
  // Test servers are copies of one cluster, and the platform tells servers apart by the identifier that copies share.
  delete process.env.CAIRN_TEST_CLUSTERS;
  publishPlatform(await openPlatform());
}
