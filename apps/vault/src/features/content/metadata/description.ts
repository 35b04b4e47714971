import type { VaultSchemas } from '@cairn/contracts';
import type { Description } from '../../datasets/types.ts';

/** What a form sends, with its defaults: a blank title becomes the dataset's name, absent fields become empty. */
export function readDescription(input: VaultSchemas['DatasetMetadataInput'], name: string): Description {
  return {
    title: (input.title ?? '').trim() || name,
    description: (input.description ?? '').trim(),
    tags: toWords(input.tags),
    citation: (input.citation ?? '').trim(),
    attribution: (input.attribution ?? '').trim(),
    keywords: toWords(input.keywords),
    notes: (input.notes ?? '').trim(),
  };
}

/** An array, or words between commas; blanks and repetitions fall out. */
function toWords(value: string[] | string | undefined): string[] {
  const words = typeof value === 'string' ? value.split(',') : (value ?? []);
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}
