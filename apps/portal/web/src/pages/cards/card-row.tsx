import { Badge, Menu } from '@mantine/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconEye, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu, ServiceLink, t, Thumbnail } from '@cairn/ui';
import type { Card } from '../../api.ts';
import classes from './cards.module.css';
import { useDeleteCard } from './use-delete-card.ts';

interface Props {
  card: Card;
  /** Set while a search hides cards: an order among some of them would mean nothing. */
  fixed: boolean;
  current: boolean;
  onOpen: () => void;
}

/** A card in the administrators' list. */
export function CardRow({ card, fixed, current, onOpen }: Props) {
  const sortable = useSortable({ id: card.id, disabled: fixed });
  const remove = useDeleteCard();
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.row}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      data-dragging={sortable.isDragging}
      data-current={current}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        className={classes.handle}
        disabled={fixed}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={t('cards.handle', { title: card.title })}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <Thumbnail kind={card.card_type} src={card.image_url} seed={card.title} small />
      <span className={classes.words}>
        <button type="button" className={classes.title} onClick={onOpen}>
          {card.title}
        </button>
        <span className={classes.url}>{card.url}</span>
      </span>
      <span className={classes.badges}>
        {card.category && <Badge color="gray">{card.category}</Badge>}
        {card.is_imported && <Badge color="blue">{t('cards.imported')}</Badge>}
        <Badge color={card.is_public ? 'green' : 'yellow'}>
          {t(card.is_public ? 'cards.public' : 'cards.members')}
        </Badge>
      </span>
      <RowMenu label={t('cards.menu', { title: card.title })}>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={onOpen}>
          {t('cards.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={15} />} component={ServiceLink} href={card.url}>
          {t('cards.follow')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate(card)}>
          {t('cards.delete')}
        </Menu.Item>
      </RowMenu>
    </li>
  );
}
