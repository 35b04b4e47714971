export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { testRedisUrl } from './test-redis.ts';
export { ask, bodyOf } from './ask.ts';
export type { Answer, Question } from './ask.ts';
export { grant, registerService, signUp } from './people.ts';
export type { Grant, NewPerson, Permission, Person } from './people.ts';
export { startTestServer } from './test-server.ts';
export type { TestServer } from './test-server.ts';
