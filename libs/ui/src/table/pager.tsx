import { useState } from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from '../format/format.ts';
import { tui } from '../i18n.ts';
import classes from './data-table.module.css';

interface PagerProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Steps through pages, or jumps to one by its number; nothing when there is only one. */
export function Pager({ page, pages, onChange }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  const go = (next: number) => onChange(Math.min(Math.max(1, next), pages));
  return (
    <nav className={classes.pager} aria-label={tui('table.pages')}>
      <Jump key={page} page={page} pages={pages} onChange={go} />
      <ActionIcon
        variant="default"
        size={30}
        disabled={page <= 1}
        aria-label={tui('table.previous')}
        onClick={() => go(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        disabled={page >= pages}
        aria-label={tui('table.next')}
        onClick={() => go(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}

function Jump({ page, pages, onChange }: PagerProps) {
  const [text, setText] = useState(String(page));
  const reset = () => setText(String(page));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.floor(Number(text));
        if (wanted >= 1) onChange(wanted);
        reset();
      }}
    >
      <label>
        {tui('table.page')}{' '}
        <TextInput
          size="xs"
          inputMode="numeric"
          value={text}
          aria-label={tui('table.pageNumber')}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={reset}
        />
      </label>
      <span className="numeric">{tui('table.ofPages', { pages: formatNumber(pages) })}</span>
    </form>
  );
}
