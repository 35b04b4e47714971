import { useState } from 'react';
import { Loader, Radio, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { formatNumber, sentenceOf, t, useApi, useDebouncedText } from '@cairn/ui';
import { vault, type CrsChoice, type Version } from '../../client.ts';
import styles from './crs.module.css';

interface CrsListProps {
  version: Version;
  layer: string;
  /** To name the system of coordinates that stay as they are, or to move them into it. */
  purpose: 'assign' | 'reproject';
  value: CrsChoice | null;
  onChange: (choice: CrsChoice) => void;
}

/** Coordinate systems to choose from: likely ones, or what the search finds. */
export function CrsList({ version, layer, purpose, value, onChange }: CrsListProps) {
  const [search, setSearch] = useState('');
  const [text, setText] = useDebouncedText(search, setSearch, 250);
  const { dataset: name, version: number } = version;
  const q = search.trim();
  const { data, error, isFetching } = useApi(
    ['crs', version.id, layer, purpose, q],
    (signal) =>
      vault.GET('/datasets/{name}/versions/{version}/crs', {
        params: {
          path: { name, version: number },
          query: { purpose, ...(q ? { q } : {}), ...(layer ? { layer } : {}) },
        },
        signal,
      }),
    { keepPrevious: true, staleTime: 60_000 },
  );
  const choices = data?.choices ?? [];
  const nothing = t(q ? 'crs.nothing' : `crs.noSuggestions.${purpose}`);
  return (
    <div>
      <TextInput
        data-autofocus={purpose === 'assign' || undefined}
        type="search"
        label={t('crs.search')}
        description={t('crs.searchHint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isFetching ? <Loader size={16} /> : null}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error ? sentenceOf(error) : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter looks, it does not send the form.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          setText(text, true);
        }}
      />
      <Radio.Group
        mt="sm"
        label={t(q ? 'crs.found' : `crs.suggestions.${purpose}`)}
        value={value ? String(value.srid) : ''}
        onChange={(srid) => {
          const chosen = choices.find((choice) => String(choice.srid) === srid);
          if (chosen) onChange(chosen);
        }}
      >
        <div className={styles.choices} aria-busy={isFetching}>
          <Stack gap={8}>
            {choices.map((choice) => (
              <Radio
                key={choice.srid}
                value={String(choice.srid)}
                label={choice.name}
                description={describe(choice)}
              />
            ))}
          </Stack>
          {choices.length === 0 && data && !isFetching ? (
            <p className={styles.quiet} role="status">
              {nothing}
            </p>
          ) : null}
        </div>
      </Radio.Group>
    </div>
  );
}

/** "EPSG:25832 · Europe - 6°E to 12°E · used by 3 datasets" */
function describe({ srid, area, datasets }: CrsChoice): string {
  const used = datasets ? t('crs.used', { count: datasets, number: formatNumber(datasets) }) : '';
  return [`EPSG:${srid}`, area, used].filter(Boolean).join(' · ');
}
