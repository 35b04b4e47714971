import { t } from '@cairn/ui';
import classes from './catalog.module.css';
import type { Facet } from './catalog-filters.ts';

interface Props {
  facets: Facet[];
  value: string;
  onChange: (type: string) => void;
}

/** Filters by datasets, maps, dashboards or reports; empty types are left out. */
export function TypeChoice({ facets, value, onChange }: Props) {
  const total = facets.reduce((sum, each) => sum + each.count, 0);
  const options = [{ value: '', count: total }, ...facets];
  return (
    <div className={classes.types} role="group" aria-label={t('catalog.type')}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.type}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.value === ''
            ? t('catalog.allTypes')
            : t(`catalogType.${option.value}`, { defaultValue: option.value })}
          <span className={classes.number}>{option.count}</span>
        </button>
      ))}
    </div>
  );
}
