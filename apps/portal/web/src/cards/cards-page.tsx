import { Button, TextInput } from '@mantine/core';
import { IconLayoutGrid, IconPlus, IconSearch } from '@tabler/icons-react';
import {
  EmptyState,
  ErrorState,
  LoadingRows,
  Page,
  SidePanel,
  t,
  useDebouncedText,
  useUrlState,
} from '@cairn/ui';
import { useAllCards } from '../administration/use-admin-lists.ts';
import { adminCrumbs } from '../addresses.ts';
import { CardForm } from './card-form.tsx';
import { CardList } from './card-list.tsx';
import classes from './cards.module.css';

export function CardsPage() {
  const { data, error, isPending, refetch } = useAllCards();
  const [search, setSearch] = useUrlState('q');
  const [text, setText] = useDebouncedText(search, setSearch);
  const [open, setOpen] = useUrlState('card');
  const cards = [...(data?.items ?? [])].sort((a, b) => a.sort_order - b.sort_order || a.id - b.id);
  const current = cards.find(({ id }) => String(id) === open);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      {t('cards.add')}
    </Button>
  );
  return (
    <Page title={t('cards.title')} lead={t('cards.lead')} crumbs={adminCrumbs()} action={add}>
      {isPending && <LoadingRows height={58} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && cards.length === 0 && (
        <EmptyState
          boxed
          icon={<IconLayoutGrid size={22} stroke={1.6} />}
          title={t('cards.emptyTitle')}
          text={t('cards.emptyText')}
          action={add}
        />
      )}
      {cards.length > 0 && (
        <>
          <div className={classes.tools}>
            <TextInput
              className={classes.search}
              leftSection={<IconSearch size={15} />}
              placeholder={t('cards.search')}
              aria-label={t('cards.search')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <span className={classes.hint}>{t(search ? 'cards.noOrderInSearch' : 'cards.orderHint')}</span>
          </div>
          <CardList
            cards={cards}
            search={search}
            currentId={current?.id}
            onOpen={(id) => setOpen(String(id))}
          />
        </>
      )}
      <SidePanel
        opened={open === 'new' || current !== undefined}
        title={current ? t('cards.edit') : t('cards.add')}
        onClose={() => setOpen('')}
      >
        <CardForm
          key={current?.id ?? 'new'}
          card={current}
          categories={data?.categories ?? []}
          nextOrder={Math.max(-1, ...cards.map((card) => card.sort_order)) + 1}
          onDone={() => setOpen('')}
        />
      </SidePanel>
    </Page>
  );
}
