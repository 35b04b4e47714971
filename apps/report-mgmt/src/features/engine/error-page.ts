import type { Readable } from 'node:stream';

/** The title of an error page of Tomcat, Jetty or GlassFish, or a line of a Java stack trace. */
const ERROR_PAGE =
  /<title>[^<]{0,200}(?:HTTP Status \d{3}|Error \d{3}|Error report|Exception)|^\s*at [\w.$/]+\([\w$]+\.java:\d+\)/im;

/** Whether an answer of a Java server is its page about a failure. The body can still be read as a whole. */
export async function isErrorPage(body: Readable): Promise<boolean> {
  const start = await new Promise<Buffer | null>((resolve, reject) => {
    body.once('error', reject);
    body.once('readable', () => {
      body.off('error', reject);
      const bytes = body.read() as Buffer | null;
      // At once: what is read to its end has ended a moment later.
      if (bytes) body.unshift(bytes);
      resolve(bytes);
    });
  });
  return start !== null && ERROR_PAGE.test(start.subarray(0, 16_384).toString('latin1'));
}
