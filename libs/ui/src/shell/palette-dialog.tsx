import { Spotlight, createSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { tui } from '../i18n.ts';
import classes from './palette.module.css';
import { usePaletteGroups, type PaletteGroup } from './palette-groups.ts';

const [store, spotlight] = createSpotlight();
const mostPerGroup = 7;

interface Props {
  onClose: () => void;
}

/** Search over the catalog, people, pages and actions. */
export function PaletteDialog({ onClose }: Props) {
  const [query, setQuery] = useState('');
  const { groups, failed } = usePaletteGroups(query);
  useEffect(() => spotlight.open(), []);
  const found = groups.map((group) => matching(group, query)).filter((group) => group.actions.length > 0);
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
      classNames={{ actionsGroup: classes.group, actionDescription: classes.line }}
      maxHeight={440}
    >
      <Spotlight.Search
        placeholder={tui('search.placeholder')}
        aria-label={tui('search.placeholder')}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {found.map((group) => (
          <Spotlight.ActionsGroup key={group.group} label={group.group}>
            {group.actions.map(({ id, ...action }) => (
              <Spotlight.Action
                key={id}
                leftSection={<group.icon size={18} stroke={1.6} />}
                {...action}
                highlightQuery={false}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{tui('search.empty')}</Spotlight.Empty>}
        {failed && <Spotlight.Empty>{tui('search.failed')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function matching(group: PaletteGroup, query: string): PaletteGroup {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (action: SpotlightActionData) => {
    const text = `${action.label} ${action.description ?? ''} ${String(action.keywords ?? '')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return { ...group, actions: group.actions.filter(hit).slice(0, mostPerGroup) };
}
