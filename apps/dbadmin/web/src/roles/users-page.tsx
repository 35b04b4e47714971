import { RolesPage } from './roles-page.tsx';

/** Roles that can log in. */
export function UsersPage() {
  return <RolesPage kind="users" />;
}
