import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Fault, RecordedRequest } from './types.ts';

type Written = string | Uint8Array;
type Done = (error?: Error | null) => void;

/**
 * Makes a response count its bytes and, where a fault concerns the body, spoil them. Whatever sends the response needs to know
 * nothing of it: `write` and `end` keep their meaning, `pipe` its back-pressure.
 */
export function alterBody(
  res: ServerResponse,
  { fault, request }: { fault: Fault; request: RecordedRequest },
): void {
  const plain = { writeHead: res.writeHead, write: res.write, end: res.end };
  const hasBodyFault =
    [fault.cutAt, fault.stallAt, fault.flipAt, fault.shortTo].some((each) => each !== undefined) ||
    fault.during !== undefined;

  if (!hasBodyFault) {
    res.write = function write(chunk: Written, ...rest: any[]): boolean {
      note(chunk);
      return (plain.write as any).call(res, chunk, ...rest);
    } as typeof res.write;
    res.end = function end(...args: any[]): ServerResponse {
      note(typeof args[0] === 'function' ? undefined : args[0]);
      return (plain.end as any).apply(res, args);
    } as typeof res.end;
    return;
  }

  /** The writes and the end, one after another: a stalled one holds up the rest. */
  let queue = Promise.resolve();
  let offset = 0;

  res.writeHead = function writeHead(status: number, ...rest: any[]): ServerResponse {
    res.statusCode = status;
    const headers = rest.find((each) => typeof each === 'object') as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) res.setHeader(name, value);
    return res;
  } as typeof res.writeHead;
  res.write = function write(chunk: Written, ...rest: any[]): boolean {
    enqueue(() => send(bytesOf(chunk)), rest.find(isFunction));
    return false;
  } as typeof res.write;
  res.end = function end(...args: any[]): ServerResponse {
    const chunk = isFunction(args[0]) ? undefined : (args[0] as Written | undefined);
    const bytes = chunk === undefined || chunk === null ? Buffer.alloc(0) : bytesOf(chunk);
    const isWhole = offset === 0 && !res.hasHeader('content-length') && !res.hasHeader('transfer-encoding');
    if (chunk !== undefined && isWhole) res.setHeader('content-length', bytes.length);
    enqueue(async () => {
      await send(bytes);
      begin();
      if (!res.destroyed) (plain.end as any).call(res);
    }, args.find(isFunction));
    return res;
  } as typeof res.end;

  function enqueue(step: () => Promise<void>, done: Done | undefined): void {
    queue = queue.then(step).then(
      () => {
        done?.();
        if (!res.destroyed) res.emit('drain');
      },
      (error: Error) => void res.destroy(error),
    );
  }

  async function send(bytes: Buffer): Promise<void> {
    if (fault.shortTo !== undefined) {
      if (!res.headersSent) res.setHeader('content-length', fault.shortTo);
      bytes = bytes.subarray(0, Math.max(fault.shortTo - offset, 0));
    }
    const { flipAt } = fault;
    if (flipAt !== undefined && flipAt >= offset && flipAt < offset + bytes.length) {
      bytes = Buffer.from(bytes);
      bytes[flipAt - offset]! ^= 0xff;
    }
    const marks = [fault.during?.at, fault.stallAt, fault.cutAt].filter((each) => each !== undefined);
    for (const mark of marks.sort((a, b) => a - b)) {
      if (mark < offset || mark > offset + bytes.length) continue;
      const before = bytes.subarray(0, mark - offset);
      bytes = bytes.subarray(before.length);
      await pass(before);
      await reach(mark);
      if (res.destroyed) return;
    }
    await pass(bytes);
  }

  /** Node writes the headers through `writeHead` at the first byte. */
  function begin(): void {
    res.writeHead = plain.writeHead;
  }

  function flush(): void {
    begin();
    if (!res.headersSent) res.flushHeaders();
  }

  async function reach(mark: number): Promise<void> {
    const { during } = fault;
    if (during?.at === mark) {
      delete fault.during;
      await during.call();
    }
    if (fault.stallAt === mark) {
      delete fault.stallAt;
      flush();
      const closed = new Promise((done) => res.once('close', done));
      await Promise.race(fault.until ? [closed, fault.until] : [closed]);
    }
    if (fault.cutAt === mark) {
      flush();
      // The bytes before the cut leave first.
      await new Promise((done) => setImmediate(done));
      res.destroy();
    }
  }

  async function pass(bytes: Buffer): Promise<void> {
    offset += bytes.length;
    note(bytes);
    if (bytes.length === 0 || res.destroyed) return;
    begin();
    await new Promise<void>((done) => {
      res.once('close', done);
      (plain.write as any).call(res, bytes, () => {
        res.off('close', done);
        done();
      });
    });
  }

  function note(chunk: Written | null | undefined): void {
    request.status = res.statusCode;
    if (chunk !== undefined && chunk !== null) request.bytesSent += bytesOf(chunk).length;
  }
}

function bytesOf(chunk: Written): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array);
}

function isFunction(value: unknown): value is Done {
  return typeof value === 'function';
}
