import { Badge, Menu } from '@mantine/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconEye, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { MenuItem, RowMenu, t, Thumbnail } from '@cairn/ui';
import type { Card } from '../client.ts';
import classes from './cards.module.css';
import { useDeleteCard } from './use-delete-card.ts';

interface Props {
  card: Card;
  /** Set during a search, because hidden cards have positions too. */
  fixed: boolean;
  current: boolean;
  onOpen: () => void;
}

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
        <MenuItem icon={IconPencil} onClick={onOpen}>
          {t('cards.edit')}
        </MenuItem>
        <MenuItem icon={IconEye} href={card.url}>
          {t('cards.follow')}
        </MenuItem>
        <Menu.Divider />
        <MenuItem color="red" icon={IconTrash} onClick={() => remove.mutate(card)}>
          {t('cards.delete')}
        </MenuItem>
      </RowMenu>
    </li>
  );
}
