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
  /** Whether the explanation is for an administrator; others see only the rules of the resource. */
  forAdmin: boolean;
}

/** The access of a person to a resource, and its reasons. */
export function explainPerson(
  sharing: Sharing,
  { person, isAdmin, groupIds, mayUseService, forAdmin }: PersonContext,
): PersonExplanation {
  const name = person.username;
  const reasons: PersonReason[] = [];
  if (sharing.owner?.id === person.id)
    reasons.push({ kind: 'owner', level: 'admin', sentence: `${name} is the owner.` });
  if (isAdmin && forAdmin) {
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
  const isSharedWith = reasons.some(({ kind }) => kind !== 'public');
  const level = reasons.toSorted((a, b) => LEVEL[b.level] - LEVEL[a.level])[0]?.level ?? null;
  const knowsService = forAdmin || isSharedWith;
  return {
    person,
    level,
    mayUseService: knowsService ? mayUseService : sharing.serviceIsPublic,
    reasons,
    summary: summaryOf(sharing, {
      name,
      level,
      forAdmin,
      mayUseService: knowsService ? mayUseService : null,
    }),
  };
}

function summaryOf(
  { resource: { displayName: title, service }, serviceIsPublic }: Sharing,
  answer: {
    name: string;
    level: PermissionName | null;
    forAdmin: boolean;
    /** Null when the reader must not learn it. */
    mayUseService: boolean | null;
  },
): string {
  const { name, level, forAdmin, mayUseService } = answer;
  if (level === null) {
    return forAdmin
      ? `${name} cannot open ${title}.`
      : `${title} is not shared with ${name}. Administrators can open everything.`;
  }
  if (mayUseService ?? serviceIsPublic) return `${name} can ${VERB[level]} ${title}.`;
  return mayUseService === null
    ? `Everyone who can use the service ${service} can ${VERB[level]} ${title}.`
    : `${name} cannot open ${title}: the account has no access to the service ${service}.`;
}
