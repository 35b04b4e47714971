const LF = 0x0a;

/** The chunks of a COPY in text format, cut at the ends of rows. Line ends within values are escaped. */
export async function* wholeRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    const head = chunk.subarray(0, end);
    yield rest.length > 0 ? Buffer.concat([...rest, head]) : head;
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
  }
}
