export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { testRedisUrl } from './test-redis.ts';
