import { onlyGivenConfig } from '../../configuration/given-config.ts'
import { UsageError } from '../../errors/problem.ts'
import type { Given } from '../../options/options.ts'
import type { Progress } from '../progress/progress.ts'
import { readDocumentAndTell } from '../progress/read-and-tell.ts'
import { STANDARD_OUTPUT } from '../reports/report-files.ts'
import { ArchiveFiles } from '../traffic/archives.ts'
import { trafficBases } from '../traffic/bases.ts'
import { writeProposal } from './write-proposal.ts'

export interface RepairCommandOptions {
  /** Base URL given by the user; empty if there is none. */
  readonly baseUrl: string
  readonly given: Given
  readonly progress: Progress
}

/** Default file name of the overlay. */
const FILE = 'repair.overlay.yaml'

/**
 * Writes an overlay that makes the document consistent with recorded traffic.
 * @returns 0 if the traffic then matches the document, 1 if a server fault or a question remains.
 * @throws {UsageError} if a file is not an HTTP Archive, or no request went to the server.
 */
export async function repairCommand({ baseUrl, given, progress }: RepairCommandOptions): Promise<0 | 1> {
  if (given.har === undefined)
    throw new UsageError(
      'There is no traffic to read. Fix: provide recordings with concordat repair --har FILE, or let a run or the proxy write the overlay: concordat verify BASE_URL --propose FILE.',
    )
  const traffic = new ArchiveFiles(given.har)
  const config = await onlyGivenConfig(given)
  const bases = trafficBases(traffic, { command: 'repair', baseUrl })
  const read = await readDocumentAndTell(config, progress)
  const own = bases.of(read.model.document)
  const { text, data, exchanges } = await writeProposal(
    { config, read, traffic, bases: own, trustsRequests: true },
    { file: given.propose ?? FILE, given },
  )
  if (exchanges === 0) throw bases.nothingBelow(own)
  const exitCode = data.left.length === 0 ? 0 : 1
  const stream = given.propose === STANDARD_OUTPUT ? process.stderr : process.stdout
  progress.result({ text, stream, data, exitCode })
  return exitCode
}
