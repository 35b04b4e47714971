import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { tui } from '../i18n.ts';
import classes from './sharing.module.css';
import { useExplanation, usePeople } from './sharing-api.ts';
import type { SharedResource } from './sharing-api.ts';

/** Why a person can open the resource, or cannot, as it is saved. */
export function CheckPerson({ resource }: { resource: SharedResource }) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const [chosen, setChosen] = useState<string | null>(null);
  const people = usePeople(search).data ?? [];
  const explanation = useExplanation(resource, chosen === null ? null : Number(chosen)).data;
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
        nothingFoundMessage={tui(text.trim().length < 2 ? 'sharing.typeMore' : 'sharing.nobody')}
        data={people.map(({ user_id, username }) => ({ value: String(user_id), label: username }))}
      />
      <div role="status" className={classes.explanation}>
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
