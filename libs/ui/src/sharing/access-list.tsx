import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconUser, IconUsersGroup, IconX } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import classes from './sharing.module.css';
import type { Level, Sharing } from './sharing-api.ts';

interface Props {
  sharing: Sharing;
  onChange: (part: Partial<Sharing>) => void;
}

const LEVELS: Level[] = ['view', 'edit', 'admin'];

/** The owner, then the people and groups that the resource is shared with. */
export function AccessList({ sharing, onChange }: Props) {
  const { owner, people, groups } = sharing;
  return (
    <ul className={classes.list} aria-label={tui('sharing.access')}>
      {owner ? (
        <li className={classes.entry}>
          <IconUser size={16} stroke={1.7} aria-hidden />
          <span className={classes.name}>{owner.username}</span>
          <span className={classes.owner}>{tui('sharing.owner')}</span>
        </li>
      ) : null}
      {people.map((person) => (
        <Entry
          key={person.user_id}
          icon={IconUser}
          name={person.username}
          level={person.level}
          onLevel={(level) =>
            onChange({ people: people.map((each) => (each === person ? { ...each, level } : each)) })
          }
          onRemove={() => onChange({ people: people.filter((each) => each !== person) })}
        />
      ))}
      {groups.map((group) => (
        <Entry
          key={group.group_id}
          icon={IconUsersGroup}
          name={group.group_name}
          level={group.level}
          onLevel={(level) =>
            onChange({ groups: groups.map((each) => (each === group ? { ...each, level } : each)) })
          }
          onRemove={() => onChange({ groups: groups.filter((each) => each !== group) })}
        />
      ))}
    </ul>
  );
}

interface EntryProps {
  icon: typeof IconUser;
  name: string;
  level: Level;
  onLevel: (level: Level) => void;
  onRemove: () => void;
}

function Entry({ icon: Icon, name, level, onLevel, onRemove }: EntryProps) {
  return (
    <li className={classes.entry}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
      <NativeSelect
        size="xs"
        className={classes.level}
        aria-label={tui('sharing.levelOf', { name })}
        value={level}
        onChange={(event) => onLevel(event.currentTarget.value as Level)}
        data={LEVELS.map((value) => ({ value, label: tui(`sharing.level.${value}`) }))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={tui('sharing.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
