import type { EmbedError, Parameters, ViewerOptions } from './protocol.ts';

export type EmbedType = 'report' | 'dashboard' | 'view' | 'map-report';

/** A token, or a token and how to get the next one before it expires. */
export interface EmbedAuth {
  token: string;
  refresh?: () => Promise<string>;
}

export interface EmbedOptions {
  /** Base address of the report server, such as `https://maps.example.org/report-server`. */
  server: string;
  /** The element that the frame is put into, or its selector. */
  target: string | Element;
  token?: string;
  auth?: EmbedAuth | string;
  /** Interactive parameters. Those that the token binds keep the token's values. */
  parameters?: Parameters;
  /** CSS length, or a number of pixels. Default `100%`. */
  width?: string | number;
  /** Fixes the height; without it the frame is as high as its content. */
  height?: string | number;
  /** Whether the frame follows the height of its content; true unless `height` is given. */
  autoResize?: boolean;
  viewer?: ViewerOptions;
  datasource?: string;
  /** Name of the frame for screen readers. */
  title?: string;
}

/** Owner of a dashboard or view, unless its id is `owner/key`. */
export interface Owned {
  owner?: string;
}

export type ReportOptions = EmbedOptions & { reportId: string };
export type MapReportOptions = EmbedOptions & { mapReportId: string };
export type DashboardOptions = EmbedOptions & Owned & { dashboardId: string };
export type ViewOptions = EmbedOptions & Owned & { viewId: string };
export type AnyOptions = EmbedOptions & Owned & { type: EmbedType; id: string };

export interface EmbedEvents {
  /** The frame is connected. `bound` names the parameters that the token binds. */
  ready: { title: string; bound: string[] };
  /** The content is shown. */
  loaded: Record<never, never>;
  resize: { height: number };
  parametersChange: { parameters: Parameters; ignored: string[]; source: 'initial' | 'user' | 'api' };
  /** 60 s before the end of the token, unless `auth.refresh` renews it. */
  tokenExpiring: { seconds: number };
  exportDone: { format: string; fileName: string };
  /** The user closed the frame with its close button. */
  close: Record<never, never>;
  error: EmbedError;
}

export interface EmbedInstance {
  readonly frame: HTMLIFrameElement;
  setParameters(parameters: Parameters): void;
  getParameters(): Parameters;
  refresh(): void;
  setToken(token: string): void;
  /** Has the user's browser download the content. Resolves when the download has begun. */
  export(format: string): Promise<{ format: string; fileName: string }>;
  on<E extends keyof EmbedEvents>(event: E, listener: (detail: EmbedEvents[E]) => void): EmbedInstance;
  off<E extends keyof EmbedEvents>(event: E, listener: (detail: EmbedEvents[E]) => void): EmbedInstance;
  destroy(): void;
}
