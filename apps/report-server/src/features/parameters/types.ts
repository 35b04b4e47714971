export interface Option {
  label: string;
  value: string | number | boolean | null;
}

export interface LookupRequest {
  report: string;
  parameter: string;
  /** Values of other parameters, as texts. */
  params: Readonly<Record<string, readonly string[]>>;
  /** Names among them that an embed token binds. */
  bound?: readonly string[];
  /** Key of a datasource instead of the report's own. */
  datasource?: string | null;
  /** Part of the label. */
  q?: string | undefined;
  limit: number;
}

export interface Lookup {
  options: Option[];
  /** Whether there are more. */
  truncated: boolean;
  /** Parameters whose values are needed first. */
  needs: string[];
}
