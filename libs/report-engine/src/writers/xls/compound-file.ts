const SECTOR = 512;
/** Numbers of a sector. */
const NUMBERS = SECTOR / 4;
/** Streams of fewer bytes would have to be in sectors of another kind. */
const LEAST_STREAM = 4096;
const [FREE, END, FAT, DIFAT] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc];
/** Sectors of the allocation table whose numbers are in the head. */
const IN_HEAD = 109;

/** Pieces of a compound file ([MS-CFB], version 3) with one stream, which comes first. */
export function* compoundFile(name: string, stream: Uint8Array[]): Generator<Uint8Array> {
  const length = stream.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const size = Math.max(LEAST_STREAM, Math.ceil(length / SECTOR) * SECTOR);
  const directory = size / SECTOR;
  const { tables, lists } = tablesOf(directory + 1);
  const firstTable = directory + 1;
  const firstList = firstTable + tables;
  const tableAt = (i: number) => (i < tables ? firstTable + i : FREE);

  yield head({ directory, tables, firstList, lists, tableAt });
  yield* stream;
  yield Buffer.alloc(size - length);
  yield directorySector(name, size);
  const allocation = new Uint32Array(tables * NUMBERS).fill(FREE);
  for (let i = 0; i < directory; i += 1) allocation[i] = i + 1 === directory ? END : i + 1;
  allocation[directory] = END;
  allocation.fill(FAT, firstTable, firstList).fill(DIFAT, firstList, firstList + lists);
  yield toBytes(allocation);
  for (let i = 0; i < lists; i += 1) {
    const numbers = Array.from({ length: NUMBERS - 1 }, (_, j) => tableAt(IN_HEAD + i * (NUMBERS - 1) + j));
    yield toBytes(Uint32Array.from([...numbers, i + 1 < lists ? firstList + i + 1 : END]));
  }
}

/** Sectors of the allocation table, which has numbers for itself too, and of the lists of those that the head has no room for. */
function tablesOf(others: number): { tables: number; lists: number } {
  let [tables, lists] = [1, 0];
  for (;;) {
    const needed = Math.ceil((others + tables + lists) / NUMBERS);
    const listed = Math.ceil(Math.max(0, needed - IN_HEAD) / (NUMBERS - 1));
    if (needed === tables && listed === lists) return { tables, lists };
    [tables, lists] = [needed, listed];
  }
}

interface Layout {
  directory: number;
  tables: number;
  firstList: number;
  lists: number;
  tableAt(i: number): number;
}

function head({ directory, tables, firstList, lists, tableAt }: Layout): Buffer {
  const sector = Buffer.alloc(SECTOR);
  sector.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  // Minor and major version, byte order, sizes of sectors as powers of two.
  for (const [i, number] of [0x3e, 3, 0xfffe, 9, 6].entries()) sector.writeUInt16LE(number, 24 + i * 2);
  const numbers = [tables, directory, 0, LEAST_STREAM, END, 0, lists > 0 ? firstList : END, lists];
  for (const [i, number] of numbers.entries()) sector.writeUInt32LE(number, 44 + i * 4);
  for (let i = 0; i < IN_HEAD; i += 1) sector.writeUInt32LE(tableAt(i), 76 + i * 4);
  return sector;
}

function directorySector(name: string, size: number): Buffer {
  return Buffer.concat([
    entry({ name: 'Root Entry', type: 5, child: 1, start: END, size: 0 }),
    entry({ name, type: 2, child: FREE, start: 0, size }),
    ...Array.from({ length: 2 }, () => entry({ name: '', type: 0, child: FREE, start: 0, size: 0 })),
  ]);
}

interface Entry {
  name: string;
  /** 5 is the root, 2 a stream, 0 unused. */
  type: number;
  child: number;
  start: number;
  size: number;
}

function entry({ name, type, child, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64);
  bytes[66] = type;
  // A black node of a tree without siblings.
  bytes[67] = 1;
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(FREE, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function toBytes(numbers: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32LE(number, i * 4);
  return bytes;
}
