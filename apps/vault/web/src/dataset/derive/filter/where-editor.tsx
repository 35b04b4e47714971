import { useId, useState, type KeyboardEvent, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useMergedRef } from '@mantine/hooks';
import { Button, Textarea } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { Field, Version } from '../../../client.ts';
import { useValues } from '../use-fields.ts';
import { acceptSuggestion, contextAt, suggestionsFor, type Suggestion } from './suggestions.ts';
import { ErrorMark } from './error-mark.tsx';
import styles from '../derive.module.css';

interface WhereEditorProps {
  ref: Ref<HTMLTextAreaElement>;
  version: Version;
  layer: string;
  fields: Field[];
  text: string;
  onText: (text: string) => void;
  problem: string | null;
}

/** The text of the condition, with suggestions while one writes and faults shown where they are. */
export function WhereEditor({ ref, version, layer, fields, text, onText, problem }: WhereEditorProps) {
  const list = useId();
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  const [caret, setCaret] = useState(text.length);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const merged = useMergedRef(ref, setBox);
  const context = contextAt(text, caret);
  const askedField = open && context.expects === 'value' ? fieldNamed(fields, context.field) : undefined;
  const values = useValues(version, layer, askedField?.name ?? null);
  const suggestions = open
    ? suggestionsFor(context, {
        fields,
        values: valuesWithCounts(askedField && values.data),
        kindOf: ({ type }) => t(`table.types.${type}`),
        formatNumber,
      })
    : [];
  const shown = suggestions[active] ? active : -1;

  function take(suggestion: Suggestion) {
    const edited = acceptSuggestion(text, caret, context, suggestion);
    // Synchronously, so that the caret does not move while the user types on.
    flushSync(() => {
      onText(edited.text);
      setCaret(edited.caret);
      setActive(-1);
    });
    box?.focus();
    box?.setSelectionRange(edited.caret, edited.caret);
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const chosen = suggestions[shown];
    if (event.key === 'Escape' && suggestions.length > 0) setOpen(false);
    else if (event.key === 'ArrowDown' && suggestions.length > 0) setActive((shown + 1) % suggestions.length);
    else if (event.key === 'ArrowUp' && shown >= 0) setActive(shown - 1);
    else if (event.key === 'Enter' && chosen) take(chosen);
    else if (event.key === 'Tab' && !event.shiftKey && chosen) take(chosen);
    else if (event.key === ' ' && event.ctrlKey) setOpen(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className={styles.editor}>
      <Textarea
        ref={merged}
        label={t('derive.where.label')}
        description={t('derive.where.hint')}
        placeholder={t('derive.where.placeholder')}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles.code ?? '' }}
        value={text}
        error={problem}
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? list : undefined}
        aria-activedescendant={shown >= 0 ? `${list}-${shown}` : undefined}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          // While a word is being typed its first completion is selected; otherwise Enter and Tab keep their meaning.
          const now = contextAt(event.currentTarget.value, event.currentTarget.selectionStart);
          setActive(now.typed === '' ? -1 : 0);
          setOpen(true);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {suggestions.length > 0 ? (
        <Suggestions id={list} suggestions={suggestions} active={shown} onTake={take} />
      ) : null}
      {problem === null ? null : <ErrorMark text={text} problem={problem} />}
      {text === '' ? null : (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onText('')}>
          {t('derive.where.clear')}
        </Button>
      )}
    </div>
  );
}

interface SuggestionsProps {
  id: string;
  suggestions: Suggestion[];
  active: number;
  onTake: (suggestion: Suggestion) => void;
}

function Suggestions({ id, suggestions, active, onTake }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label={t('derive.where.suggestions')} className={styles.suggestions}>
      {suggestions.map((suggestion, i) => (
        // The text box keeps the focus, and with it the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={suggestion.text}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span>{suggestion.label}</span>
          <span className={styles.hint}>
            {suggestion.detail ?? t(`derive.where.kinds.${suggestion.kind}`)}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The language ignores case in names that are unique without it. */
function fieldNamed(fields: Field[], name: string | null): Field | undefined {
  return (
    fields.find((field) => field.name === name) ??
    fields.find((field) => field.name.toLowerCase() === name?.toLowerCase())
  );
}

function valuesWithCounts(list: { values: unknown[]; counts: number[] } | undefined) {
  return list?.values.map((value, i) => ({ value, count: list.counts[i] ?? 0 })) ?? [];
}
