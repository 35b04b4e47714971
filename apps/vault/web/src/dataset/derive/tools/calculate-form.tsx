import { Button, Select, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { ErrorState, LoadingRows, t } from '@cairn/ui';
import type { Field, Version } from '../../../client.ts';
import { VALUE_TYPES, type CalculateDraft } from '../drafts.ts';
import { FieldList } from '../filter/field-list.tsx';
import { ErrorMark } from '../filter/error-mark.tsx';
import { useFields } from '../use-fields.ts';
import { useInsert, type Insert } from '../use-insert.ts';
import styles from '../derive.module.css';

interface CalculateFormProps {
  version: Version;
  layer: string;
  draft: CalculateDraft;
  onDraft: (draft: CalculateDraft) => void;
  /** What the server refused, with its place. */
  problem: string | null;
}

/** Of the language of expressions; the caret goes before the parenthesis that closes. */
const FUNCTIONS = [
  'round',
  'floor',
  'ceil',
  'abs',
  'coalesce',
  'upper',
  'lower',
  'trim',
  'length',
  'number',
  'text',
] as const;
const OPERATORS = ['+', '-', '*', '/', '||'] as const;

/** The field, its type, and the expression that gives its values. */
export function CalculateForm({ version, layer, draft, onDraft, problem }: CalculateFormProps) {
  const fields = useFields(version, layer);
  const { field, replace, expression } = draft;
  const write = (next: string) => onDraft({ ...draft, expression: next });
  const { box, insert } = useInsert(expression, write);
  if (fields.error) return <ErrorState error={fields.error} retry={() => void fields.refetch()} />;
  if (!fields.data) return <LoadingRows rows={4} />;
  const allFields = fields.data.fields;
  const isTaken = !replace && isAmong(allFields, field);
  // The name is at fault then, and says so itself.
  const fault = isTaken ? null : problem;
  return (
    <div className={styles.parts}>
      <SegmentedControl
        aria-label={t('derive.calculate.target')}
        data={[
          { value: 'new', label: t('derive.calculate.new') },
          { value: 'replace', label: t('derive.calculate.replace') },
        ]}
        value={replace ? 'replace' : 'new'}
        onChange={(next) => onDraft({ ...draft, replace: next === 'replace', field: '' })}
      />
      {replace ? (
        <Select
          label={t('derive.calculate.field')}
          placeholder={t('derive.calculate.choose')}
          required
          data={allFields.map(({ name }) => name)}
          value={field === '' ? null : field}
          searchable={allFields.length > 10}
          allowDeselect={false}
          onChange={(next) => onDraft({ ...draft, field: next ?? '' })}
        />
      ) : (
        <TextInput
          label={t('derive.calculate.name')}
          required
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          value={field}
          error={isTaken ? t('derive.calculate.taken') : null}
          onChange={(event) => onDraft({ ...draft, field: event.currentTarget.value })}
        />
      )}
      <Select
        label={t('derive.calculate.type')}
        data={[
          { value: 'auto', label: t('derive.calculate.auto') },
          ...VALUE_TYPES.map((value) => ({ value, label: t(`table.types.${value}`) })),
        ]}
        value={draft.type ?? 'auto'}
        allowDeselect={false}
        onChange={(next) => onDraft({ ...draft, type: VALUE_TYPES.find((each) => each === next) ?? null })}
      />
      <div>
        <Textarea
          ref={box}
          label={t('derive.calculate.expression')}
          description={t('derive.calculate.expressionHint')}
          placeholder="population / area"
          required
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: styles.code ?? '' }}
          value={expression}
          error={fault}
          onChange={(event) => write(event.currentTarget.value)}
        />
        {fault === null ? null : <ErrorMark text={expression} problem={fault} />}
      </div>
      <Pieces onInsert={insert} />
      <FieldList version={version} layer={layer} fields={allFields} onInsert={insert} />
    </div>
  );
}

/** Operators and functions; a click writes one into the expression. */
function Pieces({ onInsert }: { onInsert: Insert }) {
  return (
    <div role="group" aria-label={t('derive.calculate.pieces')} className={styles.pieces}>
      {OPERATORS.map((operator) => (
        <Piece
          key={operator}
          label={t(`derive.calculate.operators.${operator}`)}
          onClick={() => onInsert(operator)}
        >
          {operator}
        </Piece>
      ))}
      {FUNCTIONS.map((name) => (
        <Piece
          key={name}
          label={t(`derive.calculate.functions.${name}`)}
          onClick={() => onInsert(`${name}()`, 1)}
        >
          {name}
        </Piece>
      ))}
    </div>
  );
}

function Piece({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      title={label}
      aria-label={`${children}: ${label}`}
      classNames={{ label: styles.code ?? '' }}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** File formats compare field names without case. */
function isAmong(fields: Field[], name: string): boolean {
  return fields.some((each) => each.name.toLowerCase() === name.trim().toLowerCase());
}
