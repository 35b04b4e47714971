import { Select } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '@cairn/ui';
import { useDefinitions } from '../catalog/use-definitions.ts';
import { STATES, type ScheduleFilters } from './use-schedules.ts';

/** The filters and the page in the address. A page further down is a step that Back returns from; a filter begins at the newest. */
export function useFilters() {
  const [address, setAddress] = useSearchParams();
  const read = (name: keyof ScheduleFilters) => address.get(name)?.trim() ?? '';
  const filters = { report: read('report'), state: read('state'), q: read('q'), cursor: read('cursor') };

  function change(changed: Partial<ScheduleFilters>): void {
    const next = new URLSearchParams(window.location.search);
    const isFilter = changed.cursor === undefined;
    if (isFilter) next.delete('cursor');
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: isFilter, preventScrollReset: true });
  }

  // Another search begins at its newest schedule.
  const lastSearch = useRef(filters.q);
  useEffect(() => {
    if (lastSearch.current === filters.q) return;
    lastSearch.current = filters.q;
    if (filters.cursor !== '') change({});
  });
  return { filters, change };
}

interface FiltersProps {
  filters: ScheduleFilters;
  onChange: (changed: Partial<ScheduleFilters>) => void;
}

export function Filters({ filters: { report, state }, onChange }: FiltersProps) {
  const reports = useDefinitions().data?.definitions ?? [];
  const options = reports.map(({ key, title }) => ({ value: key, label: title }));
  const isKnown = report === '' || reports.some(({ key }) => key === report);
  return (
    <>
      <Select
        aria-label={t('schedules.filterReport')}
        placeholder={t('schedules.anyReport')}
        data={isKnown ? options : [...options, { value: report, label: report }]}
        value={report || null}
        onChange={(value) => onChange({ report: value ?? '' })}
        searchable
        clearable
        w={200}
      />
      <Select
        aria-label={t('schedules.filterState')}
        placeholder={t('schedules.anyState')}
        data={STATES.map((value) => ({ value, label: t(`schedules.states.${value}`) }))}
        value={state || null}
        onChange={(value) => onChange({ state: value ?? '' })}
        clearable
        w={140}
      />
    </>
  );
}
