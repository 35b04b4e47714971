import type { PermissionName } from '../permissions/types.ts';
import type { Person, PersonExplanation, PersonReason, Sharing } from './types.ts';

const LEVEL: Record<PermissionName, number> = { view: 1, edit: 2, admin: 3 };
const VERB: Record<PermissionName, string> = {
  view: 'view',
  edit: 'view and edit',
  admin: 'view, edit and share',
};

interface PersonContext {
  person: Person;
  isAdmin: boolean;
  groupIds: number[];
  mayUseService: boolean;
}

/** What one person may do with a resource, and by which rules. */
export function explainPerson(
  sharing: Sharing,
  { person, isAdmin, groupIds, mayUseService }: PersonContext,
): PersonExplanation {
  const name = person.username;
  const reasons: PersonReason[] = [];
  if (sharing.owner?.id === person.id)
    reasons.push({ kind: 'owner', level: 'admin', sentence: `${name} is the owner.` });
  if (isAdmin) {
    reasons.push({
      kind: 'administrators',
      level: 'admin',
      sentence: `${name} is an administrator. Administrators can open everything.`,
    });
  }
  const own = sharing.people.find(({ id }) => id === person.id);
  if (own) {
    reasons.push({
      kind: 'person',
      level: own.level,
      sentence: `Shared with ${name}, who can ${VERB[own.level]} it.`,
    });
  }
  for (const group of sharing.groups) {
    if (!groupIds.includes(group.id)) continue;
    reasons.push({
      kind: 'group',
      level: group.level,
      groupName: group.name,
      sentence: `Shared with the group ${group.name}, whose members can ${VERB[group.level]} it. ${name} is a member.`,
    });
  }
  if (sharing.isPublic)
    reasons.push({ kind: 'public', level: 'view', sentence: 'It is public: everyone can view it.' });
  const level = reasons.toSorted((a, b) => LEVEL[b.level] - LEVEL[a.level])[0]?.level ?? null;
  const title = sharing.resource.displayName;
  return {
    person,
    level,
    mayUseService,
    reasons,
    summary:
      level === null
        ? `${name} cannot open ${title}.`
        : mayUseService
          ? `${name} can ${VERB[level]} ${title}.`
          : `${name} cannot open ${title}: the account has no access to the service ${sharing.resource.service}.`,
  };
}
