import { t } from '@cairn/ui';
import { checkDefinition } from './check-definition.ts';
import { isKey } from './report-key.ts';
import { isTemplateName } from './template-field.tsx';
import { isPicture } from './thumbnail-field.tsx';
import type { ReportFields } from './types.ts';

interface Rules {
  /** Keys that exist already; null for a report that is edited. */
  taken: ReadonlySet<string> | null;
}

/** A sentence for each wrong field. */
export function fieldChecks({ taken }: Rules) {
  return {
    name: (name: string) => {
      if (taken === null) return null;
      if (name === '') return t('publish.nameMissing');
      if (!isKey(name)) return t('publish.nameWrong');
      return taken.has(name) ? t('publish.nameTaken') : null;
    },
    title: (title: string) => (title.trim() === '' ? t('publish.titleMissing') : null),
    definition: (text: string) => checkDefinition(text)[0] ?? null,
    template: (file: File | null) => {
      if (!file) return taken === null ? null : t('publish.templateMissing');
      return isTemplateName(file.name) ? null : t('publish.templateKind');
    },
    thumbnail: (file: File | null) => (file && !isPicture(file) ? t('publish.thumbnailKind') : null),
  } satisfies Partial<Record<keyof ReportFields, unknown>>;
}
