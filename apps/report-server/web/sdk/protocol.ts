/** Messages between a host page and an embedded frame. The frame imports these types; the host speaks first, over a port of its own. */

export type ParameterValue = string | number | boolean | null | (string | number | boolean)[];
export type Parameters = Record<string, ParameterValue>;

/** What is shown around the content. It only hides; the token's actions decide what is allowed. */
export interface ViewerOptions {
  toolbar?: boolean;
  parameters?: boolean;
  export?: boolean;
  zoom?: boolean;
  close?: boolean;
}

/** Posted to the frame's window with a port, to its exact origin, until the frame answers `ready` on that port. */
export interface ConnectMessage {
  type: 'cairn:connect';
  v: 1;
  nonce: string;
}

/** From the host, over the port. */
export type HostMessage =
  | {
      type: 'init';
      parameters: Parameters;
      viewer: ViewerOptions;
      datasource: string | null;
    }
  | { type: 'setParameters'; parameters: Parameters }
  | { type: 'refresh' }
  | { type: 'setToken'; token: string }
  | { type: 'export'; id: number; format: string };

export interface EmbedError {
  /** Such as `unreachable`, `token_expired`, `forbidden`, `failed`. */
  code: string;
  message: string;
}

/** From the frame, over the port. */
export type FrameMessage =
  | { type: 'ready'; nonce: string; title: string; bound: string[] }
  | { type: 'loaded' }
  /** Height of the content in CSS pixels. */
  | { type: 'resize'; height: number }
  | {
      type: 'parametersChange';
      parameters: Parameters;
      /** Names that the token binds. */
      ignored: string[];
      source: 'initial' | 'user' | 'api';
    }
  | { type: 'tokenExpiring'; seconds: number }
  | { type: 'exportDone'; id: number | null; format: string; fileName: string }
  | { type: 'close' }
  | { type: 'error'; error: EmbedError; id?: number };
