import { ActionIcon, Badge, Menu, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { notifyUndo, RowMenu, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Rule } from '../client.ts';
import { rulesKey } from '../query-keys.ts';
import styles from './rules.module.css';

interface RuleRowProps {
  server: Connection;
  rule: Rule;
  place: { at: number; last: number };
  mayChange: boolean;
  onMove: (to: number) => void;
  onEdit: () => void;
}

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** One rule: who may connect from where, and whether it counts. */
export function RuleRow({ server, rule, place, mayChange, onMove, onEdit }: RuleRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: rule.id,
      disabled: !mayChange,
    });
  const path = { id: server.id, ruleId: rule.id };
  const refresh = [rulesKey(server.id)];
  const save = useChange(
    (changed: Partial<Rule>) =>
      dbadmin.PUT('/api/connections/{id}/access-rules/{ruleId}', {
        params: { path },
        body: inputOf({ ...rule, ...changed }),
      }),
    { refresh },
  );
  const restore = useChange(
    () =>
      dbadmin.POST('/api/connections/{id}/access-rules', {
        params: { path: { id: server.id } },
        body: inputOf(rule),
      }),
    { refresh },
  );
  const remove = useChange(
    () => dbadmin.DELETE('/api/connections/{id}/access-rules/{ruleId}', { params: { path } }),
    {
      refresh,
      onDone: () => notifyUndo(t('rules.removed', { name: rule.name }), () => restore.mutate(undefined)),
    },
  );
  return (
    <li
      ref={setNodeRef}
      className={styles.rule}
      data-dragging={isDragging || undefined}
      data-off={!rule.enabled || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      {mayChange ? (
        <ActionIcon
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          className={styles.grip}
          aria-label={t('rules.move', { name: rule.name })}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      ) : null}
      <span className={`${styles.place} numeric`}>{rule.position}</span>
      <div className={styles.words}>
        <button type="button" className={styles.name} onClick={onEdit}>
          {rule.name}
        </button>
        <span className={styles.sentence}>{sentenceOf(rule)}</span>
      </div>
      <div className={styles.marks}>
        <Badge color={rule.auth_method === 'md5' ? 'yellow' : 'gray'}>{rule.auth_method}</Badge>
        <Switch
          aria-label={t('rules.enabledOf', { name: rule.name })}
          checked={rule.enabled}
          disabled={!mayChange || save.isPending}
          onChange={(event) => save.mutate({ enabled: event.currentTarget.checked })}
        />
        {mayChange ? (
          <RowMenu label={t('databases.menu', { name: rule.name })}>
            <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
              {t('connections.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp {...ICON} />}
              disabled={place.at === 0}
              onClick={() => onMove(place.at - 1)}
            >
              {t('rules.up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...ICON} />}
              disabled={place.at === place.last}
              onClick={() => onMove(place.at + 1)}
            >
              {t('rules.down')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => remove.mutate(undefined)}
            >
              {t('rules.delete')}
            </Menu.Item>
          </RowMenu>
        ) : null}
      </div>
    </li>
  );
}

function sentenceOf({ cidr, role_name: role, database_name: database }: Rule): string {
  return t('rules.sentence', {
    role: role || t('rules.anyRole'),
    database: database || t('rules.anyDatabase'),
    cidr,
  });
}

function inputOf({
  name,
  cidr,
  auth_method: method,
  database_name: database,
  role_name: role,
  enabled,
}: Rule) {
  return { name, cidr, auth_method: method, database_name: database, role_name: role, enabled };
}
