import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A mail server that throws mails away and costs next to nothing, as a process of its own: it sends its port. The argument is how
 * long it takes before it accepts a message, in milliseconds.
 */
const acceptMs = Number(process.argv[2] ?? 0);
const END = '\r\n.\r\n';

const server = createServer((socket) => {
  let isMessage = false;
  let tail = '';
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (chunk) => {
    if (!isMessage) {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      return lines.forEach(answer);
    }
    tail = (tail + chunk.subarray(-END.length).toString('latin1')).slice(-END.length);
    if (tail === END) void accept();
  });

  function answer(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250 SIZE 100000000\r\n');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else if (verb === 'DATA') {
      isMessage = true;
      socket.write('354 go on\r\n');
    } else socket.write('250 ok\r\n');
  }

  async function accept(): Promise<void> {
    isMessage = false;
    tail = '';
    if (acceptMs > 0) await delay(acceptMs);
    socket.write('250 accepted\r\n');
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
