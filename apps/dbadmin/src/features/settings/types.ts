export type ValueType = 'bool' | 'integer' | 'real' | 'string' | 'enum';

/** A setting as its server reports it. Values are texts in the unit of the setting. */
export interface ServerSetting {
  name: string;
  value: string;
  unit: string | null;
  type: ValueType;
  context: string;
  source: string;
  /** The value without any configuration. */
  bootValue: string | null;
  minimum: string | null;
  maximum: string | null;
  choices: string[];
  description: string;
  pendingRestart: boolean;
  /** The value after a restart, when it is pending. */
  nextValue: string | null;
  /** The value in postgresql.auto.conf, literally, or null. */
  systemValue: string | null;
  /** The value without postgresql.auto.conf. */
  valueWithoutSystem: string | null;
}

/** The values that are allowed here: often fewer than the server allows, so that it can restart. */
export interface Bounds {
  minimum: number | null;
  maximum: number | null;
  /** Values above zero and below this are too small to be useful. */
  floor?: number;
  choices: string[];
  /** Why fewer values are allowed than the server allows. */
  reason?: string;
}

/** A change that was made with this service. */
export interface SettingChange {
  id: number;
  name: string;
  /** The value in postgresql.auto.conf before; null when there was none. */
  previousValue: string | null;
  value: string | null;
  changedBy: string | null;
  changedAt: Date;
}
