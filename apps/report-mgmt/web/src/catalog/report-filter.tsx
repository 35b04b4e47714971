import { Select } from '@mantine/core';
import { useDefinitions } from './use-definitions.ts';

interface Props {
  label: string;
  placeholder: string;
  /** Key of the report; empty for any. */
  value: string;
  onChange: (key: string) => void;
}

/** Chooses a report by its title; one that is no longer in the catalog stays chosen by its key. */
export function ReportFilter({ label, placeholder, value, onChange }: Props) {
  const reports = useDefinitions().data?.definitions ?? [];
  const options = reports.map(({ key, title }) => ({ value: key, label: title }));
  const isListed = value === '' || reports.some(({ key }) => key === value);
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={isListed ? options : [...options, { value, label: value }]}
      value={value || null}
      onChange={(key) => onChange(key ?? '')}
      searchable
      clearable
      w={200}
    />
  );
}
