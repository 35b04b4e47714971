import { useMemo } from 'react';
import { Input } from '@mantine/core';
import { t } from '@cairn/ui';
import { tableOf } from '../dashboards/show/table-of.ts';
import { FilterSentence } from '../explorer/filter/filter-sentence.tsx';
import type { Filter } from '../explorer/filter/filter.ts';
import { useMetadata } from '../explorer/queries.ts';
import { FilterScope } from '../explorer/state/filter-scope.tsx';
import { useViews } from '../explorer/views/use-views.ts';

interface ViewFilterProps {
  owner: string;
  id: string;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** A condition that a token locks on the rows of a view. */
export function ViewFilter({ owner, id, filter, onFilter }: ViewFilterProps) {
  const view = useViews().views?.find((each) => each.owner === owner && each.key === id);
  const table = useMemo(() => (view?.source.report === undefined ? tableOf(view) : null), [view]);
  const metadata = useMetadata(table).data;
  const source = useMemo(() => (table && metadata ? { ...table, metadata } : null), [table, metadata]);
  if (!source) return null;
  return (
    <Input.Wrapper label={t('embedding.filter')} description={t('embedding.filterHint')} labelElement="div">
      <div style={{ marginTop: 6 }}>
        <FilterScope source={source} filter={filter} onFilter={onFilter}>
          <FilterSentence />
        </FilterScope>
      </div>
    </Input.Wrapper>
  );
}
