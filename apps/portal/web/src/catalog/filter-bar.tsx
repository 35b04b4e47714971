import { Button, CloseButton, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t, useDebouncedText } from '@cairn/ui';
import classes from './catalog.module.css';
import { isFiltered, type Facet } from './catalog-filters.ts';
import { TypeChoice } from './type-choice.tsx';
import type { CatalogFilters } from './use-catalog-filters.ts';
import { ViewChoice } from './view-choice.tsx';

interface Props {
  state: CatalogFilters;
  total: number;
}

/** Search, type, category, service, tags, order and view. */
export function FilterBar({ state, total }: Props) {
  const { filters, facets, found } = state;
  const [text, setText] = useDebouncedText(filters.search, state.setSearch);
  const filtered = isFiltered(filters) || filters.search !== '';
  return (
    <div className={classes.bar}>
      <div className={classes.row}>
        <TextInput
          className={classes.search}
          leftSection={<IconSearch size={16} />}
          placeholder={t('catalog.search')}
          aria-label={t('catalog.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={
            text && (
              <CloseButton
                size="sm"
                aria-label={t('catalog.clearSearch')}
                onClick={() => setText('', true)}
              />
            )
          }
        />
        <Choice
          name="category"
          facets={facets.category}
          value={filters.category}
          onChange={state.setCategory}
        />
        <Choice name="service" facets={facets.service} value={filters.service} onChange={state.setService} />
        <MultiSelect
          className={classes.tags}
          aria-label={t('catalog.tags')}
          placeholder={filters.tags.length === 0 ? t('catalog.tags') : undefined}
          data={optionsOf(facets.tags, filters.tags)}
          value={filters.tags}
          onChange={state.setTags}
          searchable
          clearable
          hidePickedOptions
          clearButtonProps={{ 'aria-label': t('catalog.clearTags') }}
        />
      </div>
      <div className={classes.row}>
        <TypeChoice facets={facets.type} value={filters.type} onChange={state.setType} />
        <span className={classes.count} role="status">
          {filtered
            ? t('catalog.shown', { shown: found.length, total })
            : t('catalog.entries', { count: total })}
        </span>
        {filtered && (
          <Button variant="subtle" size="compact-sm" onClick={state.reset}>
            {t('catalog.reset')}
          </Button>
        )}
        <Select
          className={classes.select}
          aria-label={t('catalog.order.label')}
          data={[
            { value: 'updated', label: t('catalog.order.updated') },
            { value: 'title', label: t('catalog.order.title') },
          ]}
          value={state.order}
          allowDeselect={false}
          onChange={(order) => state.setOrder(order ?? 'updated')}
        />
        <ViewChoice view={state.view} onChange={state.setView} />
      </div>
    </div>
  );
}

interface ChoiceProps {
  name: 'category' | 'service';
  facets: Facet[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ name, facets, value, onChange }: ChoiceProps) {
  return (
    <Select
      className={classes.select}
      aria-label={t(`catalog.${name}`)}
      placeholder={t(`catalog.${name}`)}
      data={optionsOf(facets, value ? [value] : [])}
      value={value || null}
      clearable
      clearButtonProps={{ 'aria-label': t(`catalog.clear_${name}`) }}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Selected values stay in the list when nothing matches them. */
function optionsOf(facets: Facet[], chosen: string[]) {
  const missing = chosen.filter((value) => !facets.some((each) => each.value === value));
  return [...facets, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
    value,
    label: `${value} (${count})`,
  }));
}
