/** A parameter as the file has it; fields that we do not know are kept. */
export interface DefinitionParameter {
  name: string;
  [more: string]: unknown;
}

/** What a definition file says, with the defaults of what it leaves out. */
export interface Definition {
  /** The key of the report. */
  name: string;
  title: string;
  description: string;
  /** The template beside it, or a report that the engine has already. */
  report: string;
  datasource: string;
  format: string;
  /** Text that other systems read; it grants nothing here. */
  accessGroups: unknown;
  parameters: DefinitionParameter[];
  /** All fields of the file as they are. */
  fields: Record<string, unknown>;
}

/** A file of a definition: it is another one when any of these differs. */
export interface FileVersion {
  size: bigint;
  mtimeNs: bigint;
  ino: bigint;
}

/** A definition on the disk. */
export interface DefinitionEntry {
  key: string;
  /** Of the definition file, below the folder of definitions. */
  path: string;
  sha256: string;
  /** Null when it has problems. */
  definition: Definition | null;
  /** Sentences; a definition with any is in no API. */
  problems: string[];
  /** Sentences about what was ignored. */
  warnings: string[];
  /** Changes with the picture; null without one. */
  thumbnailVersion: string | null;
  /** Changes with the template and its pictures; null without a template. */
  templateVersion: string | null;
  /** Below the folder of definitions; null without a template. */
  templateFile: string | null;
  updatedAt: Date;
}

/** A file or folder that cannot be a definition. */
export interface IgnoredPath {
  path: string;
  problem: string;
}

/** A finding of the report server in a template. */
export interface TemplateFinding {
  [field: string]: unknown;
}

/** What the index has beyond the disk. */
export interface IndexEntry {
  key: string;
  title: string;
  description: string;
  datasource: string;
  format: string;
  path: string;
  sha256: string;
  hasThumbnail: boolean;
  problems: string[];
  pushedSha256: string | null;
  findings: TemplateFinding[];
  isPublic: boolean;
  /** The title that the portal has; null while the report is not registered. */
  registeredTitle: string | null;
  goneAt: Date | null;
  deletedAt: Date | null;
}

export interface ParameterOption {
  label: string;
  value: string;
}
