import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { proposeOverlay } from '../../generator/commands/repair/propose.ts'
import { ArchiveFiles } from '../../generator/commands/traffic/archives.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { harOf } from './har-text.ts'
import type { Recording } from './recording.ts'
import { BASE_URL } from './recording.ts'

/** Time for one archive. */
export interface Large {
  readonly megabytes: number
  readonly exchanges: number
  readonly actions: number
  /** Seconds of the processor. */
  readonly seconds: number
  /** Peak memory of the process so far. */
  readonly peakMegabytes: number
}

/**
 * Fills an archive with copies of one recording, up to a given size in megabytes, and repairs a damaged
 * document from it.
 */
export async function repairLarge(
  { document, exchanges }: Recording,
  { folder, megabytes }: { readonly folder: string; readonly megabytes: number },
): Promise<Large> {
  const file = join(folder, 'large.har')
  const opened = openSync(file, 'w')
  const entries = exchanges.map(harOf).join(',')
  writeSync(opened, '{"log":{"version":"1.2","entries":[')
  for (let size = 0; size < megabytes * 2 ** 20; size += entries.length + 1)
    writeSync(opened, size === 0 ? entries : `,${entries}`)
  writeSync(opened, ']}}')
  closeSync(opened)
  const config = { document: join(folder, 'large.json'), overlays: [] }
  writeFileSync(config.document, JSON.stringify(document))
  const begun = process.cpuUsage()
  const read = await readDocument(config)
  const proposal = await proposeOverlay({
    ...{ config, read, traffic: new ArchiveFiles([file]), bases: [BASE_URL] },
    trustsRequests: true,
    isAccepted: () => false,
  })
  const { user, system } = process.cpuUsage(begun)
  const seconds = (user + system) / 1e6
  const written = statSync(file).size / 2 ** 20
  rmSync(file)
  return {
    megabytes: written,
    exchanges: proposal.exchanges,
    actions: proposal.overlay.actions.length,
    seconds,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
}
