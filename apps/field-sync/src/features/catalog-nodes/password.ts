import { loginPassword } from '../actions/login-password.ts';
import type { CatalogNodeFields } from './types.ts';

export const catalogNodePassword = loginPassword(
  'catalog_nodes',
  ({ host, port, username }: Pick<CatalogNodeFields, 'host' | 'port' | 'username'>) => [host, port, username],
);
