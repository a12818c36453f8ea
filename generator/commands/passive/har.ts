import { relative } from 'node:path'
import { Observer } from '@concordat/contract/passive'
import { onlyGivenConfig } from '../../configuration/given-config.ts'
import type { Given } from '../../options/options.ts'
import type { Progress } from '../progress/progress.ts'
import { readDocumentAndTell } from '../progress/read-and-tell.ts'
import { writeProposal } from '../repair/write-proposal.ts'
import { readReportFiles, TRAFFIC_FORMATS } from '../reports/report-files.ts'
import { ArchiveFiles } from '../traffic/archives.ts'
import { trafficBases } from '../traffic/bases.ts'
import { observeTraffic } from '../traffic/observe-all.ts'
import { tellTraffic } from './tell-traffic.ts'

export interface HarCommandOptions {
  /** Base URL given by the user; empty if there is none. */
  readonly baseUrl: string
  /** Absolute paths. */
  readonly files: readonly string[]
  readonly given: Given
  readonly progress: Progress
}

/**
 * Checks recorded responses against the document without sending any requests.
 * @returns the exit code of `tellTraffic`.
 * @throws {UsageError} if a file is not an HTTP Archive, or no request went to the server.
 */
export async function harCommand({ baseUrl, files, given, progress }: HarCommandOptions): Promise<0 | 1 | 3> {
  const reports = readReportFiles(given.report ?? [], TRAFFIC_FORMATS)
  const archives = new ArchiveFiles(files)
  const config = await onlyGivenConfig(given)
  const bases = trafficBases(archives, { command: 'verify', baseUrl })
  const read = await readDocumentAndTell(config, progress)
  const { model } = read
  const own = bases.of(model.document)
  const observer = new Observer({
    ...{ document: model.descriptor, base: model.base, decided: model.decided },
    ...{ bases: own, source: files.map((file) => relative(process.cwd(), file)).join(', ') },
    ...(given.undocumentedFields !== undefined && { undocumentedFields: given.undocumentedFields }),
  })
  await observeTraffic(observer, archives)
  if (observer.exchanges === 0) throw bases.nothingBelow(own)
  const exitCode = await tellTraffic({
    ...{ observer, read, source: given.source, reports, progress },
    failOnNotRun: given.failOnNotRun,
  })
  if (given.propose !== undefined) {
    const observed = { config, read, traffic: archives, bases: own, trustsRequests: true }
    progress.done((await writeProposal(observed, { file: given.propose, given })).text)
  }
  return exitCode
}
