import type { ReportDocument } from '../report/report-document.ts'
import { toCtrf } from './ctrf.ts'
import { toHtml } from './html/page.ts'
import { toJunit } from './junit.ts'
import { toSarif } from './sarif.ts'

export const REPORT_FORMATS = ['html', 'json', 'junit', 'sarif', 'ctrf'] as const

export type ReportFormat = (typeof REPORT_FORMATS)[number]

const WRITERS: Readonly<Record<ReportFormat, (report: ReportDocument) => string>> = {
  html: toHtml,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: toJunit,
  sarif: toSarif,
  ctrf: toCtrf,
}

/** A run as the text of a file. The JSON is the {@link ReportDocument} itself. */
export function renderReport(report: ReportDocument, format: ReportFormat): string {
  return WRITERS[format](report)
}
