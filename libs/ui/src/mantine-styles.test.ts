import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');
const imported = /import \{([^}]*)\} from '@mantine\/(?:core|modals|dropzone|spotlight)';/g;

/** Components whose styles are those of another. */
const drawnBy: Record<string, string> = {
  Autocomplete: 'Combobox',
  CopyButton: 'UnstyledButton',
  Dropzone: 'LoadingOverlay',
  FileInput: 'Input',
  MultiSelect: 'PillsInput',
  NativeSelect: 'Input',
  NumberInput: 'Input',
  Select: 'Combobox',
  TagsInput: 'PillsInput',
  Textarea: 'Input',
  TextInput: 'Input',
};
const unstyled = new Set([
  'MantineProvider',
  'Spotlight',
  'Box',
  'Portal',
  'FileButton',
  'FocusTrap',
  'Collapse',
  'Transition',
]);

test('every Mantine component that a page uses has its styles in the bundle', () => {
  const styles = readFileSync(join(import.meta.dirname, 'styles/mantine.css'), 'utf8');
  const sources = globSync(['libs/ui/src/**/*.tsx', 'apps/*/web/src/**/*.tsx'], { cwd: repository });
  const used = new Set(sources.flatMap((path) => componentsIn(readFileSync(join(repository, path), 'utf8'))));
  const missing = [...used].filter((name) => !styles.includes(`/styles/${drawnBy[name] ?? name}.css'`));
  expect(missing).toEqual([]);
});

function componentsIn(source: string): string[] {
  return [...source.matchAll(imported)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name) && !unstyled.has(name));
}
