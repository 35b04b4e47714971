import { useState } from 'react';
import { Alert, Button, Checkbox, Group, Select, Stack, TagsInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { sentenceOf, t, useChange } from '@cairn/ui';
import { reportServer } from '../client.ts';
import { useLicense } from '../use-license.ts';
import { toTree, type Filter } from '../explorer/filter/filter.ts';
import { LockedValues, type Locked } from './locked-values.tsx';
import {
  EMBED_ACTIONS,
  EMBED_TYPES,
  type Chosen,
  type EmbedAction,
  type EmbedType,
  type EmbedTokenInput,
  type Made,
} from './types.ts';
import { useChoices } from './use-resources.ts';
import { tokensKey } from './use-tokens.ts';
import { ViewFilter } from './view-filter.tsx';

const SECONDS = ['600', '3600', '28800', '86400'];

/** Describes a token: what it opens, with which values, where, and until when. */
export function Playground({ onMade }: { onMade: (made: Made) => void }) {
  const license = useLicense().data;
  const isLicensed = !license || license.features.includes('dashboards');
  const [chosen, choose] = useChosen(isLicensed ? 'dashboard' : 'report');
  const { choices, error, isPending } = useChoices(chosen.type);
  const [locked, setLocked] = useState<Locked>({});
  const [filter, setFilter] = useState<Filter>([]);
  const [origins, setOrigins] = useState<string[]>([]);
  const [actions, setActions] = useState<EmbedAction[]>([]);
  const [seconds, setSeconds] = useState('3600');
  const make = useChange((body: EmbedTokenInput) => reportServer.POST('/api/v1/embed/token', { body }), {
    quiet: true,
    refresh: [[...tokensKey]],
    onDone: (token, input) => onMade({ input, token }),
  });
  const { type, id, owner } = chosen;
  const value = id === '' ? null : owner === '' ? id : `${owner}/${id}`;
  const tree = type === 'view' ? toTree(filter) : undefined;
  const pick = (next: Chosen) => {
    choose(next);
    setLocked({});
    setFilter([]);
    make.reset();
  };
  const submit = () =>
    make.mutate({
      ...{ type, id, expires_in: Number(seconds) },
      ...(owner === '' ? {} : { owner }),
      ...(Object.keys(locked).length > 0 ? { parameters: locked } : {}),
      ...(tree ? { filter: tree } : {}),
      ...(origins.length > 0 ? { origins } : {}),
      ...(actions.length > 0 ? { actions } : {}),
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== '') submit();
      }}
    >
      <Stack gap="md">
        <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
          <Select
            label={t('embedding.type')}
            data={EMBED_TYPES.map((each) => ({
              value: each,
              label: t(`embedding.types.${each}`),
              disabled: each === 'dashboard' && !isLicensed,
            }))}
            description={isLicensed ? null : t('embedding.unlicensed')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={type}
            allowDeselect={false}
            onChange={(next) => pick({ type: (next ?? 'report') as Chosen['type'], id: '', owner: '' })}
          />
          <Select
            label={t('embedding.resource')}
            placeholder={t(choices.length === 0 && !isPending ? 'embedding.noResource' : 'embedding.pick')}
            data={choices}
            value={value}
            searchable
            allowDeselect={false}
            error={error ? sentenceOf(error) : null}
            onChange={(next) => pick({ type, ...splitName(next ?? '') })}
          />
        </Group>
        {id === '' ? null : type === 'view' ? (
          <ViewFilter owner={owner} id={id} filter={filter} onFilter={setFilter} />
        ) : (
          <LockedValues chosen={chosen} locked={locked} onChange={setLocked} />
        )}
        <TagsInput
          label={t('embedding.origins')}
          description={t('embedding.originsHint')}
          placeholder="https://www.example.org"
          splitChars={[',', ' ']}
          acceptValueOnBlur
          maxTags={20}
          value={origins}
          onChange={setOrigins}
        />
        <Checkbox.Group
          label={t('embedding.actions')}
          value={actions}
          onChange={(next) => setActions(next as EmbedAction[])}
        >
          <Group mt={6}>
            {EMBED_ACTIONS.map((each) => (
              <Checkbox key={each} value={each} label={t(`embedding.actionNames.${each}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Select
          label={t('embedding.expiry')}
          description={t('embedding.expiryHint')}
          data={SECONDS.map((each) => ({ value: each, label: t(`embedding.expiries.${each}`) }))}
          value={seconds}
          allowDeselect={false}
          maw={320}
          onChange={(next) => setSeconds(next ?? '3600')}
        />
        {make.error ? (
          <Alert color="red" role="alert">
            {sentenceOf(make.error)}
          </Alert>
        ) : null}
        <div>
          <Button
            type="submit"
            leftSection={<IconKey size={16} aria-hidden />}
            disabled={id === ''}
            loading={make.isPending}
          >
            {t('embedding.make')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** What is chosen, in the address, so that other pages can link to it. */
function useChosen(initial: EmbedType): [Chosen, (next: Chosen) => void] {
  const [params, setParams] = useSearchParams();
  const type = EMBED_TYPES.find((each) => each === params.get('type')) ?? initial;
  const chosen = { type, id: params.get('id') ?? '', owner: params.get('owner') ?? '' };
  const choose = (next: Chosen) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(next))
          if (value === '') before.delete(name);
          else before.set(name, String(value));
        return before;
      },
      { replace: true },
    );
  return [chosen, choose];
}

function splitName(name: string): { id: string; owner: string } {
  const at = name.indexOf('/');
  return at < 0 ? { id: name, owner: '' } : { owner: name.slice(0, at), id: name.slice(at + 1) };
}
