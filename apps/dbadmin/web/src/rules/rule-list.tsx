import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { DragEndEvent } from '@dnd-kit/core';
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

/** The rules in the order in which the server tries them; moved by pointer, or with space and the arrow keys. */
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
    // Shown at once: the row would jump back and forth while the server writes. An answer from before would undo it.
    void queries.cancelQueries({ queryKey: key });
    queries.setQueryData<Rules>(key, (known) =>
      known ? { ...known, rules: moved.map((rule, at) => ({ ...rule, position: at + 1 })) } : known,
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
              place={{ at, last: rules.length - 1 }}
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

/** What a screen reader says while a rule is moved. */
function announcements(rules: Rule[]) {
  const place = (id: string | number) => rules.findIndex((rule) => rule.id === id) + 1;
  const name = (id: string | number) => rules.find((rule) => rule.id === id)?.name ?? '';
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) =>
      t('rules.lifted', { name: name(active.id) }),
    onDragOver: ({
      active,
      over,
    }: {
      active: { id: string | number };
      over: { id: string | number } | null;
    }) => (over ? t('rules.over', { name: name(active.id), place: place(over.id) }) : undefined),
    onDragEnd: ({
      active,
      over,
    }: {
      active: { id: string | number };
      over: { id: string | number } | null;
    }) => (over ? t('rules.dropped', { name: name(active.id), place: place(over.id) }) : undefined),
    onDragCancel: ({ active }: { active: { id: string | number } }) =>
      t('rules.back', { name: name(active.id) }),
  };
}
