import { Select } from '@mantine/core';
import { t } from '@cairn/ui';
import { ReportFilter } from '../catalog/report-filter.tsx';
import { STATES, type ScheduleFilters } from './use-schedules.ts';

const read = (address: URLSearchParams, name: keyof ScheduleFilters) => address.get(name)?.trim() ?? '';

export function readFilters(address: URLSearchParams): ScheduleFilters {
  return {
    ...{ report: read(address, 'report'), state: read(address, 'state') },
    ...{ q: read(address, 'q'), cursor: read(address, 'cursor') },
  };
}

interface FiltersProps {
  filters: ScheduleFilters;
  onChange: (changed: Partial<ScheduleFilters>) => void;
}

export function Filters({ filters: { report, state }, onChange }: FiltersProps) {
  return (
    <>
      <ReportFilter
        label={t('schedules.filterReport')}
        placeholder={t('schedules.anyReport')}
        value={report}
        onChange={(key) => onChange({ report: key })}
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
