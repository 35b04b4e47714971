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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { EmptyState, t } from '@cairn/ui';
import type { Card } from '../client.ts';
import { CardRow } from './card-row.tsx';
import classes from './cards.module.css';
import { moved } from './card-order.ts';
import { useReorder } from './use-reorder.ts';

interface Props {
  cards: Card[];
  search: string;
  currentId: number | undefined;
  onOpen: (id: number) => void;
}

/** Cards in their order, sorted by dragging or with Space and the arrow keys. */
export function CardList({ cards, search, currentId, onOpen }: Props) {
  const reorder = useReorder();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = cards.filter((card) => {
    const text = `${card.title} ${card.description} ${card.category} ${card.url}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  function finish({ active, over }: DragEndEvent) {
    const from = cards.findIndex(({ id }) => id === active.id);
    const to = cards.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) reorder(moved(cards, from, to));
  }
  if (shown.length === 0) return <EmptyState boxed title={t('cards.noMatch')} />;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={finish}
      accessibility={{
        announcements: announcementsFor(cards),
        screenReaderInstructions: { draggable: t('cards.dragHelp') },
      }}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label={t('cards.title')}>
          {shown.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              fixed={words.length > 0}
              current={card.id === currentId}
              onOpen={() => onOpen(card.id)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function announcementsFor(cards: Card[]): Announcements {
  const say = (key: string, id: UniqueIdentifier, over?: UniqueIdentifier | null) =>
    t(`cards.${key}`, {
      title: cards.find((card) => card.id === id)?.title,
      place: cards.findIndex((card) => card.id === (over ?? id)) + 1,
      total: cards.length,
    });
  return {
    onDragStart: ({ active }) => say('dragStart', active.id),
    onDragOver: ({ active, over }) => say('dragOver', active.id, over?.id),
    onDragEnd: ({ active, over }) => say('dragEnd', active.id, over?.id),
    onDragCancel: ({ active }) => say('dragCancel', active.id),
  };
}
