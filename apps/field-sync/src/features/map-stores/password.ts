import { loginPassword } from '../actions/login-password.ts';
import type { MapStoreFields } from './types.ts';

export const mapStorePassword = loginPassword(
  'map_stores',
  ({ url, username }: Pick<MapStoreFields, 'url' | 'username'>) => [url, username],
);
