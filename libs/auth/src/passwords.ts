import { hash, verify } from '@node-rs/argon2';
import { createFairSemaphore } from '@cairn/service/fair-semaphore';

/** OWASP's argon2id setting of 19 MiB, two passes, one lane. `algorithm` 2 is argon2id. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Passwords are checked before sign-in, so visitors may use all places. A queue of 200 takes about five seconds. */
const { run: inTurn } = createFairSemaphore({
  limit: 4,
  perPerson: 2,
  forVisitors: 4,
  maxWaiting: 300,
  maxWaitingPerPerson: 100,
  busy: {
    kind: 'too_many',
    code: 'auth.busy',
    message: 'Too many people are signing in. Try again in a few seconds.',
  },
});

let decoy: Promise<string> | undefined;

/**
 * Hashes a password with argon2id (19 MiB, t=2, p=1) into a PHC string. At most four hashes run at once, two of them for one
 * user or network.
 * @throws {AppError} too_many when 100 callers of one user or network, 200 visitors or 300 callers in all are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID));
}

/**
 * Whether a password matches a stored PHC string. Without one (unknown user) it takes as long and returns false.
 * @throws {AppError} too_many when 200 callers are waiting
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has', ARGON2ID);
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password).catch(() => false));
  return stored !== null && matches;
}
