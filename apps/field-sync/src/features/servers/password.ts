import { loginPassword } from '../actions/login-password.ts';
import type { Server } from './types.ts';

export const serverPassword = loginPassword(
  'servers',
  ({ url, username }: Pick<Server, 'url' | 'username'>) => [url, username],
);
