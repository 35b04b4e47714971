import type { Logger } from 'pino';
import { createBullCarrier } from './carriers/bull.ts';
import { postgresWay } from './carriers/postgres.ts';
import { redisWay } from './carriers/redis.ts';

/** What travels: a row's id and the fence it had when it was sent. Nothing of the payload leaves the table. */
export interface Message {
  id: number;
  fence: number;
}

/** Brings row ids to workers, at least once, in no order that anybody relies on. It may lose everything it holds. */
export interface Carrier {
  /** Sending a message again while the first one is still held changes nothing. */
  send(messages: Message[]): Promise<void>;
  receive(request: Reception): Receiver;
  close(): Promise<void>;
}

export interface Reception {
  /** Messages handled at once. */
  concurrency: number;
  /** How long a process may be silent before the messages it was handling are handed to another. */
  silenceMs: number;
  handle(id: number): Promise<void>;
}

export interface Receiver {
  /** Resolves when messages can arrive. */
  ready: Promise<void>;
  /** Takes no more messages and waits for those being handled. */
  close(): Promise<void>;
}

export interface CarrierConfig {
  /** Redis 6.2 or newer, or Valkey; without it PostgreSQL carries the jobs. */
  redisUrl?: string | undefined;
  databaseUrl?: string | undefined;
  /** Schema of the carrier's own tables in PostgreSQL; by default the owner's schema with `_queue` behind it. */
  schema?: string | undefined;
}

interface CarrierRequest {
  queue: string;
  schema: string;
  config: CarrierConfig;
  log: Logger;
}

export function createCarrier({ queue, schema, config, log }: CarrierRequest): Carrier {
  const way = config.redisUrl
    ? redisWay(config.redisUrl)
    : postgresWay({ databaseUrl: config.databaseUrl ?? '', schema: config.schema ?? `${schema}_queue` });
  return createBullCarrier({ queue, way, log });
}
