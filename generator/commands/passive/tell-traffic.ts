import { checks, describeReport } from '@concordat/contract'
import type { Observer } from '@concordat/contract/passive'
import type { ReadDocument } from '../../pipeline/read-document.ts'
import { findingLocator } from '../locate-finding.ts'
import type { Progress } from '../progress/progress.ts'
import { failOnMissedLine } from '../reports/missed.ts'
import { reportProvenance } from '../reports/provenance.ts'
import type { ReportFile } from '../reports/report-files.ts'
import { tellReport } from '../reports/tell-report.ts'

/** Maximum number of undocumented paths to list. */
const MOST_STRANGE = 10

export interface TrafficTold {
  readonly observer: Observer
  readonly read: ReadDocument
  /** Source from `--source`. */
  readonly source: string | undefined
  readonly reports: readonly ReportFile[]
  /** Maximum share of checks that may be skipped, from 0 to 1. */
  readonly failOnNotRun?: number | undefined
  readonly progress: Progress
}

/**
 * Reports findings about traffic, and parts of the traffic that are undocumented.
 * @returns 1 if a response violates the document. Otherwise, returns 3 if the suite itself failed, 1 if too
 * many checks were not run, or 0.
 */
export async function tellTraffic({
  observer,
  read,
  source,
  reports,
  failOnNotRun,
  progress,
}: TrafficTold): Promise<0 | 1 | 3> {
  const { model } = read
  const report = observer.report()
  const described = describeReport({
    ...{ report, checks, document: model.descriptor },
    locate: await findingLocator(read, source),
    provenance: reportProvenance(read),
  })
  const has = (status: string): boolean => report.results.some(({ outcome }) => outcome.status === status)
  const missed = failOnMissedLine(described, failOnNotRun)
  const exitCode = has('failed') ? 1 : has('defect') ? 3 : missed === undefined ? 0 : 1
  await tellReport(described, { files: reports, progress, exitCode })
  if (missed !== undefined) progress.done(missed)
  const strange = [...observer.strange].sort(([, one], [, other]) => other - one)
  const times = strange.reduce((sum, [, count]) => sum + count, 0)
  if (strange.length > 0) {
    const some = strange
      .slice(0, MOST_STRANGE)
      .map(([line, count]) => `  ${line}${count > 1 ? `, ${count} times` : ''}`)
    const more = strange.length > MOST_STRANGE ? [`  and ${strange.length - MOST_STRANGE} more`] : []
    progress.done(
      [
        `Requests that match no operation in the document (${times} of ${observer.exchanges}):`,
        ...some,
        ...more,
      ].join('\n'),
    )
  }
  return exitCode
}
