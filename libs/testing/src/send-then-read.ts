import { connect } from 'node:net';

/**
 * Sends a whole request before it reads a byte of the answer, as simple clients do: a server that closes the connection
 * while it still sends resets it, and the answer is lost. Returns all that came back.
 */
export function sendThenRead(port: number, pieces: Iterable<string | Buffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let sent = false;
    socket.pause();
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('latin1');
      if (isWhole(text)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      sent ? resolve(Buffer.concat(chunks).toString('latin1')) : reject(new Error('closed while sending')),
    );
    void (async () => {
      for (const piece of pieces) await new Promise((written) => socket.write(piece, written));
      sent = true;
      socket.resume();
    })();
  });
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split(/\r\n\r\n(.*)/s);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}
