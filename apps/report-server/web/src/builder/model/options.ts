import type { ParameterType } from '@cairn/report-engine/browser';

interface Option {
  label: string;
  value: string | number | boolean;
}

/** Options as lines of text: `Germany = DE`, or the value alone. */
export function textOfOptions(options: readonly Option[]): string {
  return options
    .map(({ label, value }) => (label === String(value) ? label : `${label} = ${value}`))
    .join('\n');
}

/** The options of such lines; values are numbers where the parameter is one. */
export function optionsOfText(text: string, type: ParameterType): Option[] {
  const isNumber = /integer|decimal/.test(type);
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed === '') return [];
    const at = trimmed.lastIndexOf('=');
    const label = at > 0 ? trimmed.slice(0, at).trim() : trimmed;
    const value = at > 0 ? trimmed.slice(at + 1).trim() : trimmed;
    return [
      { label, value: isNumber && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value },
    ];
  });
}
