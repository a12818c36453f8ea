import { checks, describeReport } from '@concordat/contract'
import type { Observer } from '@concordat/contract/passive'
import type { ReadDocument } from '../../pipeline/read-document.ts'
import { clauseLocator } from '../locate-clause.ts'
import type { Progress } from '../progress/progress.ts'
import type { ReportFile } from '../reports/report-files.ts'
import { tellReport } from '../reports/tell-report.ts'

/** Paths outside the document that are named. */
const MOST_STRANGE = 10

export interface TrafficTold {
  readonly observer: Observer
  readonly read: ReadDocument
  readonly reports: readonly ReportFile[]
  readonly progress: Progress
}

/**
 * Reports what traffic showed, and what of it the document does not have.
 * @returns 1 when an answer broke the document, 3 when the suite itself failed and none did.
 */
export async function tellTraffic({ observer, read, reports, progress }: TrafficTold): Promise<0 | 1 | 3> {
  const { model, locate } = read
  const report = observer.report()
  const described = describeReport({
    ...{ report, checks, document: model.descriptor },
    locate: clauseLocator(model.document, locate),
  })
  const has = (status: string): boolean => report.results.some(({ outcome }) => outcome.status === status)
  const exitCode = has('failed') ? 1 : has('defect') ? 3 : 0
  await tellReport(described, { files: reports, progress, exitCode })
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
