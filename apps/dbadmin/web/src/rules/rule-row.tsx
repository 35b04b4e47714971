import { ActionIcon, Badge, Menu, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { MenuItem, RowMenu, notifyUndo, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Rule } from '../client.ts';
import { rulesKey } from '../query-keys.ts';
import text from '../layout/text.module.css';
import styles from './rules.module.css';

interface RuleRowProps {
  server: Connection;
  rule: Rule;
  index: number;
  isLast: boolean;
  mayChange: boolean;
  onMove: (to: number) => void;
  onEdit: () => void;
}

/** One rule, with its switch, its handle to move it, and its actions. */
export function RuleRow({ server, rule, index, isLast, mayChange, onMove, onEdit }: RuleRowProps) {
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
        body: toInput({ ...rule, ...changed }),
      }),
    { refresh },
  );
  const restore = useChange(
    () =>
      dbadmin.POST('/api/connections/{id}/access-rules', {
        params: { path: { id: server.id } },
        body: toInput(rule),
      }),
    { refresh },
  );
  const remove = useChange(
    () => dbadmin.DELETE('/api/connections/{id}/access-rules/{ruleId}', { params: { path } }),
    {
      refresh,
      onDone: () => notifyUndo(t('rules.deleted', { name: rule.name }), () => restore.mutate(undefined)),
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
      <span className={`${styles.position} numeric`}>{rule.position}</span>
      <div className={styles.words}>
        <button type="button" className={`${text.button} ${styles.name}`} onClick={onEdit}>
          {rule.name}
        </button>
        <span className={text.quiet}>{summaryOf(rule)}</span>
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
          <RowMenu label={t('common.actionsFor', { name: rule.name })}>
            <MenuItem icon={IconPencil} onClick={onEdit}>
              {t('common.edit')}
            </MenuItem>
            <MenuItem icon={IconArrowUp} disabled={index === 0} onClick={() => onMove(index - 1)}>
              {t('rules.up')}
            </MenuItem>
            <MenuItem icon={IconArrowDown} disabled={isLast} onClick={() => onMove(index + 1)}>
              {t('rules.down')}
            </MenuItem>
            <Menu.Divider />
            <MenuItem icon={IconTrash} color="red" onClick={() => remove.mutate(undefined)}>
              {t('rules.delete')}
            </MenuItem>
          </RowMenu>
        ) : null}
      </div>
    </li>
  );
}

function summaryOf({ cidr, role_name: role, database_name: database }: Rule): string {
  return t('rules.summary', {
    role: role || t('rules.allRoles'),
    database: database || t('rules.allDatabases'),
    cidr,
  });
}

function toInput({ name, cidr, auth_method, database_name, role_name, enabled }: Rule) {
  return { name, cidr, auth_method, database_name, role_name, enabled };
}
