import { RolesPage } from './roles-page.tsx';

/** Roles that others are members of, to be given rights once for all of them. */
export function GroupsPage() {
  return <RolesPage kind="groups" />;
}
