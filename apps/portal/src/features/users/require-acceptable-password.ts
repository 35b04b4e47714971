import { passwordProblem } from '@cairn/auth';
import { badRequest } from '@cairn/service';

/** @throws {AppError} bad_request with a sentence when a password may not be chosen. */
export async function requireAcceptablePassword(password: string, username: string): Promise<void> {
  const problem = await passwordProblem(password, username);
  if (problem !== null) throw badRequest('portal.bad_password', problem);
}
