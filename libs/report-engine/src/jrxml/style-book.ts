import type { RawStyle } from './raw-style.ts';

/** Named styles of a report with what they inherit. */
export interface StyleBook {
  has(name: string): boolean;
  /** All properties of a style with those of its parents; of the default style where no name is given. */
  effective(name?: string): RawStyle;
  add(name: string, style: NamedStyle & { isDefault: boolean }): void;
  /** Whether a style or one of its parents looks different under conditions. */
  isConditional(name: string): boolean;
  defaultName(): string | undefined;
}

interface NamedStyle {
  raw: RawStyle;
  parent?: string;
  isConditional: boolean;
}

export function createStyleBook(): StyleBook {
  const styles = new Map<string, NamedStyle>();
  let defaultName: string | undefined;

  function effective(name = defaultName, seen: string[] = []): RawStyle {
    const style = name === undefined || seen.includes(name) ? undefined : styles.get(name);
    if (!style || name === undefined) return {};
    return style.parent === undefined
      ? style.raw
      : { ...effective(style.parent, [...seen, name]), ...style.raw };
  }

  function isConditional(name: string, seen: string[] = []): boolean {
    const style = seen.includes(name) ? undefined : styles.get(name);
    if (!style) return false;
    return (
      style.isConditional || (style.parent !== undefined && isConditional(style.parent, [...seen, name]))
    );
  }

  return {
    isConditional: (name) => isConditional(name),
    has: (name) => styles.has(name),
    effective: (name) => effective(name),
    add(name, { isDefault, ...style }) {
      styles.set(name, style);
      if (isDefault) defaultName ??= name;
    },
    defaultName: () => defaultName,
  };
}
