import { checks, describeReport } from '@concordat/contract'
import type { Observer } from '@concordat/contract/passive'
import type { ReadDocument } from '../../pipeline/read-document.ts'
import { findingLocator } from '../locate-finding.ts'
import type { Progress } from '../progress/progress.ts'
import { missedLine } from '../reports/missed.ts'
import type { ReportFile } from '../reports/report-files.ts'
import { tellReport } from '../reports/tell-report.ts'

/** Paths outside the document that are named. */
const MOST_STRANGE = 10

export interface TrafficTold {
  readonly observer: Observer
  readonly read: ReadDocument
  /** Source as `--source` names it. */
  readonly source: string | undefined
  readonly reports: readonly ReportFile[]
  /** Share of all checks that may be not run, from 0 to 1. */
  readonly failOnNotRun?: number | undefined
  readonly progress: Progress
}

/**
 * Reports the findings about traffic, and the parts of it that the document does not have.
 * @returns 1 when an answer broke the document, or more checks are not run than may be, 3 when the suite
 * itself failed and none did.
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
  })
  const has = (status: string): boolean => report.results.some(({ outcome }) => outcome.status === status)
  const missed = missedLine(described, failOnNotRun)
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
        `${times} of ${observer.exchanges} requests match no operation of the document:`,
        ...some,
        ...more,
      ].join('\n'),
    )
  }
  return exitCode
}
