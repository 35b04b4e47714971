import { invalidField } from './errors.ts';

const MAX_LENGTH = 150;

/** A name, never a path. Invisible characters are refused too: they can hide which kind of file it is. */
export function readFileName(text: string | undefined): string {
  if (!text) throw invalidField('filename', 'filename is missing. Enter a name such as sales.pdf.');
  if (text.length > MAX_LENGTH)
    throw invalidField('filename', `filename is too long. Enter at most ${MAX_LENGTH} characters.`);
  if (/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/u.test(text) || /^\.|\.$/.test(text))
    throw invalidField(
      'filename',
      'filename must be a name, not a path: without slashes, line breaks and any of : * ? " < > |, and without a dot at either end.',
    );
  return text;
}
