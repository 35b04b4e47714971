/** Something that a person should know about a template: an error keeps it from being saved. */
export interface Finding {
  level: 'error' | 'warning';
  /** Place in the JSON, such as `$.bands.detail[0].elements[2].expression`. */
  path: string;
  message: string;
  /** Id of the element, to jump to. */
  element?: string;
  /** Part of the expression or statement to underline. */
  start?: number;
  end?: number;
}

/** Collects findings. */
export interface Findings {
  readonly list: readonly Finding[];
  error(path: string, message: string, more?: Partial<Finding>): void;
  warning(path: string, message: string, more?: Partial<Finding>): void;
}

/** A list of findings, at most 500. */
export function createFindings(): Findings {
  const list: Finding[] = [];
  const add = (level: Finding['level'], path: string, message: string, more: Partial<Finding> = {}): void => {
    if (list.length < 500) list.push({ ...more, level, path, message });
  };
  return {
    list,
    error: (path, message, more) => add('error', path, message, more),
    warning: (path, message, more) => add('warning', path, message, more),
  };
}
