import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BatchExportDestinationWrite, FileDestination } from '../../../generated/types.ts'
import { type Bucket, openBucket } from './buckets.ts'
import { makeExport } from './export-fixtures.ts'
import { expectKillsSurvived, type KillCase, type KillRig, kills, startKillRig } from './export-kills.ts'
import { uuidsIn } from './exported-events.ts'
import { createRandom, seedOfRun } from './random.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'concordat-export-kill-'))
let rig: KillRig
let bucket: Bucket
beforeAll(async () => {
  bucket = await openBucket()
  rig = await startKillRig({ EXPORT_FOLDER: folder })
})
afterAll(async () => {
  await rig?.service.stop()
  await bucket.close()
  rmSync(folder, { recursive: true })
})

type Reader = (contents: readonly Buffer[]) => Promise<readonly string[]>

const readLines: Reader = async (contents) => uuidsIn(contents)

/** Half a Parquet file has no footer, so it cannot be read at all. */
const readParquet: Reader = async (contents) => {
  const rows = await Promise.all(
    contents.map((bytes) =>
      parquetReadObjects({
        file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
        columns: ['uuid'],
      }),
    ),
  )
  return rows
    .flat()
    .map(({ uuid }) => String(uuid))
    .sort()
}

async function makeCase(
  destination: BatchExportDestinationWrite,
  exported: KillCase['exported'],
): Promise<KillCase> {
  const { id } = await makeExport(rig.tenant, { destination })
  return { id, exported }
}

async function makeFileCase(
  config: Omit<FileDestination['config'], 'path'>,
  read: Reader,
): Promise<KillCase> {
  const place = crypto.randomUUID()
  const files = () =>
    readdirSync(path.join(folder, place)).map((name) => readFileSync(path.join(folder, place, name)))
  return await makeCase({ type: 'File', config: { path: place, ...config } }, () => read(files()))
}

async function makeStoreCase(): Promise<KillCase> {
  const place = crypto.randomUUID()
  const config = { ...bucket.config, prefix: place, max_file_size_mb: 1 }
  return await makeCase({ type: 'S3', config }, async () =>
    readLines(await bucket.contentsBelow(`${place}/`)),
  )
}

it.each([
  [
    'a folder of JSON Lines, and an S3 server',
    () => Promise.all([makeFileCase({ max_file_size_mb: 1 }, readLines), makeStoreCase()]),
  ],
  [
    'folders of Parquet, one compressed',
    () =>
      Promise.all([
        makeFileCase({ file_format: 'Parquet', max_file_size_mb: 1 }, readParquet),
        makeFileCase({ file_format: 'Parquet', compression: 'snappy' }, readParquet),
      ]),
  ],
])(
  `%s: have every event once though workers are killed ${kills} times in the middle of runs`,
  async (_to, makeCases) => {
    const where = `CONCORDAT_SEED=${seedOfRun}`
    const random = createRandom(seedOfRun)
    await expectKillsSurvived(rig, { makeCases, moment: () => sleep(random() * 400), where })
    const drafts = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('partial'))
    expect(drafts, where).toEqual([])
  },
)
