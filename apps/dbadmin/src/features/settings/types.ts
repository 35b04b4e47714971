export type ValueType = 'bool' | 'integer' | 'real' | 'string' | 'enum';

/** A setting as its server tells it. Values are texts in the unit of the setting. */
export interface ServerSetting {
  name: string;
  value: string;
  unit: string | null;
  type: ValueType;
  context: string;
  source: string;
  /** What it is without any configuration. */
  bootValue: string | null;
  minimum: string | null;
  maximum: string | null;
  choices: string[];
  description: string;
  pendingRestart: boolean;
  /** What it will be after a restart. */
  nextValue: string | null;
  /** What ALTER SYSTEM has said, word for word; null when nothing. */
  systemValue: string | null;
  /** What it would be without that. */
  valueWithoutSystem: string | null;
}

/** What is taken here: never more than the server takes, often less, so that it starts again. */
export interface Bounds {
  minimum: number | null;
  maximum: number | null;
  /** Values above zero and below this are too small to work with. */
  floor?: number;
  choices: string[];
  /** Why it is less than the server would take. */
  reason?: string;
}

/** A change that was made here. */
export interface SettingChange {
  id: number;
  name: string;
  /** What ALTER SYSTEM had said before; null when it had said nothing. */
  previousValue: string | null;
  value: string | null;
  changedBy: string | null;
  changedAt: Date;
}
