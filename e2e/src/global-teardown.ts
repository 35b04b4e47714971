import { closePlatform } from './platform-under-test.ts';

export default async function globalTeardown(): Promise<void> {
  await closePlatform();
}
