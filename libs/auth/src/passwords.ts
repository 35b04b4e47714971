import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@cairn/service';

/** OWASP's argon2id setting of 19 MiB, two passes, one lane. `algorithm` 2 is argon2id. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 4;
/** About five seconds of hashing; whoever comes later is told to try again instead of waiting in memory. */
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];
let decoy: Promise<string> | undefined;

/**
 * Hashes a password with argon2id (19 MiB, t=2, p=1) into a PHC string. At most four hashes run at once.
 * @throws AppError too_many when 200 callers wait already.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID));
}

/**
 * Whether a password belongs to a stored PHC string. Without one (unknown user) it takes as long and says no.
 * @throws AppError too_many when 200 callers wait already.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has', ARGON2ID);
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password).catch(() => false));
  return stored !== null && matches;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw tooBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn passes on without being given back, or a newcomer could slip in as a fifth.
    if (next) next();
    else running -= 1;
  }
}

function tooBusy(): AppError {
  return new AppError({
    kind: 'too_many',
    code: 'auth.busy',
    message: 'Too many people are signing in at this moment; try again in a few seconds.',
    retryAfter: 5,
  });
}
