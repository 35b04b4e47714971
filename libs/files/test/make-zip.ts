import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  data?: Uint8Array;
  deflate?: boolean;
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number;
  /** What the directory says instead of the true size. */
  declaredSize?: number;
  /** General purpose flags, such as 1 for encrypted. */
  flags?: number;
}

/** Writes a zip by hand, so that tests can write what no decent program would. */
export function makeZip(parts: ZipPart[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const data = Buffer.from(part.data ?? []);
    const packed = part.deflate ? deflateRawSync(data) : data;
    const size = part.declaredSize ?? data.length;
    const method = part.deflate ? 8 : 0;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((part.flags ?? 0) | 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, tail, name]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]) as Buffer<ArrayBuffer>;
}
