import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useQueryClient } from '@tanstack/react-query';
import { t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Rule, type RuleList as Rules } from '../client.ts';
import { rulesKey } from '../query-keys.ts';
import { RuleRow } from './rule-row.tsx';
import styles from './rules.module.css';

interface RuleListProps {
  server: Connection;
  rules: Rule[];
  mayChange: boolean;
  onEdit: (id: number) => void;
}

/** The rules in the order in which the server checks them; moved by pointer, or with space and the arrow keys. */
export function RuleList({ server, rules, mayChange, onEdit }: RuleListProps) {
  const queries = useQueryClient();
  const path = { id: server.id };
  const key = rulesKey(server.id);
  const order = useChange(
    (ids: number[]) =>
      dbadmin.PUT('/api/connections/{id}/access-rules/order', { params: { path }, body: { ids } }),
    { refresh: [key] },
  );
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= rules.length) return;
    const moved = arrayMove(rules, from, to);
    // Shown at once, so that the row does not jump back while the order is saved. An older response would undo it.
    void queries.cancelQueries({ queryKey: key });
    queries.setQueryData<Rules>(key, (list) =>
      list ? { ...list, rules: moved.map((rule, at) => ({ ...rule, position: at + 1 })) } : list,
    );
    order.mutate(
      moved.map(({ id }) => id),
      {
        onError: () => void queries.invalidateQueries({ queryKey: key }),
      },
    );
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over) return;
    move(
      rules.findIndex(({ id }) => id === active.id),
      rules.findIndex(({ id }) => id === over.id),
    );
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcements(rules),
        screenReaderInstructions: { draggable: t('rules.howToMove') },
      }}
    >
      <SortableContext items={rules.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={styles.rules} aria-label={t('rules.list')}>
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              server={server}
              rule={rule}
              index={at}
              isLast={at === rules.length - 1}
              mayChange={mayChange}
              onMove={(to) => move(at, to)}
              onEdit={() => onEdit(rule.id)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What screen readers announce while a rule is moved. */
function announcements(rules: Rule[]): Announcements {
  const name = (id: UniqueIdentifier) => rules.find((rule) => rule.id === id)?.name ?? '';
  const position = (id: UniqueIdentifier) => rules.findIndex((rule) => rule.id === id) + 1;
  return {
    onDragStart: ({ active }) => t('rules.pickedUp', { name: name(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('rules.movedTo', { name: name(active.id), position: position(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('rules.dropped', { name: name(active.id), position: position(over.id) }) : undefined,
    onDragCancel: ({ active }) => t('rules.moveCancelled', { name: name(active.id) }),
  };
}
