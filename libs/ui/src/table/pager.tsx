import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import classes from './data-table.module.css';

interface Props {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Steps through pages; nothing when there is only one. */
export function Pager({ page, pages, onChange }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label={tui('table.page', { page, pages })}>
      <span className="numeric">{tui('table.page', { page, pages })}</span>
      <ActionIcon
        variant="default"
        size={30}
        disabled={page <= 1}
        aria-label={tui('table.previous')}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        disabled={page >= pages}
        aria-label={tui('table.next')}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
