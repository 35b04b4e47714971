import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { checkExpression, type ExpressionType } from '@cairn/report-engine/browser';
import { useScope } from '../data/use-fields.ts';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

interface Props {
  label: string;
  description?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Name of the dataset over whose rows it is; the main one if left out. */
  dataset?: string | undefined;
  expected?: ExpressionType;
}

/** An expression, with completion and with what is wrong below it. Empty is none. */
export function ExpressionField({
  label,
  description,
  value = '',
  onChange,
  dataset,
  expected = 'unknown',
}: Props) {
  const scope = useScope(dataset);
  const [problem] = value.trim() === '' ? [] : checkExpression(value, scope, expected).problems;
  return (
    <Input.Wrapper
      component="div"
      label={label}
      description={description}
      error={problem?.message}
      labelElement="div"
    >
      <Suspense fallback={<Skeleton height={34} />}>
        <CodeEditor
          language="expression"
          label={label}
          value={value}
          scope={scope}
          expected={expected}
          onChange={(text) => onChange(text === '' ? undefined : text)}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

interface StatementFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A statement of SQL; completion offers the parameters. */
export function StatementField({ label, description, value, onChange }: StatementFieldProps) {
  const scope = useScope();
  return (
    <Input.Wrapper component="div" label={label} description={description} labelElement="div">
      <Suspense fallback={<Skeleton height={120} />}>
        <CodeEditor language="sql" label={label} value={value} scope={scope} onChange={onChange} />
      </Suspense>
    </Input.Wrapper>
  );
}
