import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { tui } from '../i18n.ts';
import classes from './sharing.module.css';
import { noResults, useExplanation, usePeople } from './sharing-api.ts';
import type { SharedResource } from './sharing-api.ts';

/** Explains why a person can or cannot open the resource, by the saved access. */
export function CheckPerson({ resource }: { resource: SharedResource }) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: people = [], error: searchError } = usePeople(search);
  const { data: explanation, error } = useExplanation(resource, chosen === null ? null : Number(chosen));
  return (
    <div>
      <Select
        label={tui('sharing.check')}
        placeholder={tui('sharing.checkPlaceholder')}
        searchable
        clearable
        value={chosen}
        onChange={setChosen}
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage={noResults(text, searchError)}
        data={people.map(({ user_id, username }) => ({ value: String(user_id), label: username }))}
      />
      <div role="status" className={classes.explanation}>
        {chosen !== null && error ? <p>{error.message}</p> : null}
        {chosen !== null && explanation ? (
          <>
            <p>{explanation.summary}</p>
            <ul>
              {explanation.reasons.map(({ sentence }) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
