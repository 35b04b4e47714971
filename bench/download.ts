import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openRangeServer, patternHash } from '../libs/files/test/range-server.ts';
import type { DownloadFigures } from './download-process.ts';
import type { Measure } from './measurement.ts';
import { median } from './vault-process.ts';

const MIB = 1024 * 1024;
const SIZE = 512 * MIB;
const SMALL = 4 * MIB;
const CUTS = 20;
const rounds = 3;
const bytesGoal = 1.02;
const timeGoal = 1.3;
const memoryGoal = 64 * MIB;

interface Round extends DownloadFigures {
  /** Bytes that the server sent. */
  sent: number;
}

/**
 * Download of 512 MiB into a part file, hashed and synced, over a line that is cut 20 times at any byte, against the same over a line
 * that holds, alternately. The caller tries again at once, so that pauses do not count.
 */
async function benchDownload() {
  const whole: Round[] = [];
  const cut: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    whole.push(await downloadOnce(0));
    cut.push(await downloadOnce(CUTS));
  }
  const ratioOf = (value: (round: Round) => number) =>
    median(whole.map((each, i) => value(cut[i] as Round) / value(each)).slice(1));
  return {
    whole: median(whole.slice(1).map(({ took }) => took)),
    cut: median(cut.slice(1).map(({ took }) => took)),
    time: ratioOf(({ took }) => took),
    bytes: ratioOf(({ sent }) => sent),
    growthWhole: median(whole.map(({ growth }) => growth)),
    growthCut: median(cut.map(({ growth }) => growth)),
    attempts: Math.min(...cut.map(({ attempts }) => attempts)),
  };
}

async function downloadOnce(cuts: number): Promise<Round> {
  const ends = Array.from({ length: cuts }, () => Math.floor(Math.random() * SIZE)).toSorted((a, b) => a - b);
  const small = await openRangeServer({ size: SMALL });
  const server = await openRangeServer({
    size: SIZE,
    // Beyond what is already there; a connection that begins behind a cut is not cut by it.
    cutAt: (_request, start) => {
      while (ends[0] !== undefined && ends[0] <= start) ends.shift();
      return ends.shift();
    },
  });
  try {
    const downloads = [
      { url: small.url, size: SMALL, sha1: patternHash('sha1', SMALL) },
      { url: server.url, size: SIZE, sha1: patternHash('sha1', SIZE) },
    ];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'download-process.ts')],
      { env: { ...process.env, DOWNLOADS: JSON.stringify(downloads) } },
    );
    return { ...(JSON.parse(stdout) as DownloadFigures), sent: server.sent() };
  } finally {
    await Promise.all([small.close(), server.close()]);
  }
}

export const measure: Measure = async () => {
  const { whole, cut, time, bytes, growthWhole, growthCut, attempts } = await benchDownload();
  const mib = (value: number) => `${(value / MIB).toFixed(0)} MiB`;
  return [
    {
      what: 'files: download of 512 MiB with 20 cuts against the same without',
      measured: `${cut.toFixed(0)} ms in at least ${attempts} attempts against ${whole.toFixed(0)} ms`,
      value: time.toFixed(2),
      goal: `at most ${timeGoal}`,
      met: time <= timeGoal,
    },
    {
      what: 'files: bytes of a download of 512 MiB with 20 cuts against the same without',
      measured: `${((bytes - 1) * 100).toFixed(2)} % more`,
      value: bytes.toFixed(3),
      goal: `at most ${bytesGoal}`,
      met: bytes <= bytesGoal,
    },
    {
      what: 'files: memory growth under a download of 512 MiB',
      measured: `${mib(growthWhole)} over one connection, ${mib(growthCut)} over 21`,
      value: mib(growthCut),
      goal: `below ${mib(memoryGoal)}`,
      met: growthCut < memoryGoal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
