import { Spotlight, createSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useMe } from '../api/use-me.ts';
import { basePath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import classes from './palette.module.css';
import { createPaletteSearch, recentItems, type FoundGroup } from './palette-search.ts';
import { recentAddresses } from './recent-addresses.ts';
import { groupHead, usePaletteItems } from './use-palette-items.ts';

const [store, spotlight] = createSpotlight();
const MAX_PEOPLE = 7;

interface Props {
  onClose: () => void;
}

/** Search over the catalog, people, and the pages and actions of all services. */
export function PaletteDialog({ onClose }: Props) {
  const [query, setQuery] = useState('');
  const { groups, isLoading, failed } = useFound(query);
  useEffect(() => spotlight.open(), []);
  useFirstResultSelected(query, groups[0]?.items[0]?.id);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      clearQueryOnClose={false}
      scrollable
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.3 }}
      classNames={{
        actionsList: classes.list,
        actionsGroup: classes.group,
        actionBody: classes.body,
        actionDescription: classes.line,
      }}
      maxHeight={440}
    >
      <Spotlight.Search
        placeholder={tui('search.placeholder')}
        aria-label={tui('search.placeholder')}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ group, items }) => {
          const { label: heading, icon: GroupIcon } = groupHead(group);
          return (
            <Spotlight.ActionsGroup key={group} label={heading}>
              {items.map(({ id, label, description, onClick }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  {...(description ? { description } : {})}
                  leftSection={<GroupIcon size={18} stroke={1.6} />}
                  highlightQuery={false}
                  onClick={onClick}
                />
              ))}
            </Spotlight.ActionsGroup>
          );
        })}
        {groups.length === 0 && (
          <Spotlight.Empty>{tui(isLoading ? 'search.loading' : 'search.empty')}</Spotlight.Empty>
        )}
        {failed && <Spotlight.Empty>{tui('search.failed')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Mantine selects the first result when the query changes; here also when results come from the server later. */
function useFirstResultSelected(query: string, firstId: string | undefined): void {
  useEffect(() => {
    const { listId, selected } = store.getState();
    const list = document.getElementById(listId);
    const before = list?.querySelector('[data-selected]');
    const isMoved = selected > 0 && before;
    if (query === '' || !list || isMoved) return;
    before?.removeAttribute('data-selected');
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [query, firstId]);
}

/** What fits the query; before anything is typed, what was visited last and then everything. */
function useFound(query: string): { groups: FoundGroup[]; isLoading: boolean; failed: boolean } {
  const { items, people, isLoading, failed } = usePaletteItems(query);
  const name = useMe().data?.user?.username ?? '';
  const here = basePath() + useLocation().pathname;
  // The items are created at each rendering; what can be searched changes with their ids.
  const ids = items.map(({ id }) => id).join('\n');
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const search = useMemo(() => createPaletteSearch(items, { isLoading }), [ids, isLoading]);
  const found = search(query);
  if (query.trim() === '') {
    const recent = recentItems(items, recentAddresses(name), here);
    if (recent.length > 0) found.unshift({ group: 'recent', items: recent });
  } else if (people.length > 0) {
    found.push({ group: 'people', items: people.slice(0, MAX_PEOPLE) });
  }
  return { groups: found, isLoading, failed };
}
