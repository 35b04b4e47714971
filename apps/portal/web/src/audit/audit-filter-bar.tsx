import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '@cairn/ui';
import { useUsers } from '../administration/use-admin-lists.ts';
import { eventName } from './event-sentence.ts';
import type { useAuditFilters } from './audit-filters.ts';
import classes from './audit.module.css';

interface Props {
  filters: ReturnType<typeof useAuditFilters>;
  /** Names of all event types. */
  events: readonly string[];
}

/** Filters by event type, user and dates. */
export function AuditFilterBar({ filters, events }: Props) {
  const { event, setEvent, actor, setActor, from, setFrom, to, setTo } = filters;
  const [typed, setTyped] = useState('');
  const people = useUsers(typed === actor ? '' : typed);
  const names = people.data?.items.map(({ username }) => username) ?? [];
  return (
    <>
      <Select
        className={classes.filter}
        aria-label={t('audit.event')}
        placeholder={t('audit.anyEvent')}
        data={[...new Set([...events, ...(event ? [event] : [])])].map((value) => ({
          value,
          label: eventName(value),
        }))}
        value={event || null}
        onChange={(next) => setEvent(next ?? '')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('audit.clearEvent') }}
      />
      <Select
        className={classes.filter}
        aria-label={t('audit.person')}
        placeholder={t('audit.anyPerson')}
        data={[...new Set([...names, ...(actor ? [actor] : [])])]}
        value={actor || null}
        onChange={(next) => setActor(next ?? '')}
        onSearchChange={setTyped}
        nothingFoundMessage={t('audit.noPerson')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('audit.clearPerson') }}
      />
      <TextInput
        type="date"
        className={classes.day}
        leftSection={t('audit.from')}
        leftSectionWidth={54}
        aria-label={t('audit.fromDay')}
        max={to || undefined}
        value={from}
        onChange={(change) => setFrom(change.currentTarget.value)}
      />
      <TextInput
        type="date"
        className={classes.day}
        leftSection={t('audit.to')}
        leftSectionWidth={36}
        aria-label={t('audit.toDay')}
        min={from || undefined}
        value={to}
        onChange={(change) => setTo(change.currentTarget.value)}
      />
    </>
  );
}
