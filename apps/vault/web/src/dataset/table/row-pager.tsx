import { useState } from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatNumber, t } from '@cairn/ui';
import styles from './table.module.css';

interface RowPagerProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Steps through pages, or jumps to one by its number. */
export function RowPager({ page, pages, onChange }: RowPagerProps) {
  if (pages <= 1 && page === 1) return null;
  const go = (next: number) => onChange(Math.min(Math.max(1, next), pages));
  return (
    <nav className={styles.pager} aria-label={t('table.pages')}>
      <Jump key={page} page={page} pages={pages} onChange={go} />
      <ActionIcon
        variant="default"
        size={30}
        disabled={page <= 1}
        aria-label={t('table.previous')}
        onClick={() => go(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        disabled={page >= pages}
        aria-label={t('table.next')}
        onClick={() => go(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}

function Jump({ page, pages, onChange }: RowPagerProps) {
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
        {t('table.page')}{' '}
        <TextInput
          size="xs"
          inputMode="numeric"
          value={text}
          aria-label={t('table.pageNumber')}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={reset}
        />
      </label>
      <span className="numeric">{t('table.ofPages', { pages: formatNumber(pages) })}</span>
    </form>
  );
}
