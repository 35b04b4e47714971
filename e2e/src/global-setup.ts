import { openPlatform, publishPlatform } from './platform-under-test.ts';

export default async function globalSetup(): Promise<void> {
  publishPlatform(await openPlatform());
}
