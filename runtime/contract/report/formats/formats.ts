import type { Exchange } from '../../data/exchange/exchange.ts'
import { harOf } from '../../data/exchange/har/write-har.ts'
import type { ReportDocument } from '../report-document.ts'
import { judgedLine } from '../untested.ts'
import { toCtrf } from './ctrf.ts'
import { toHtml } from './html/page.ts'
import { toHttpFile } from './http-file.ts'
import { reportJsonText } from './json-text.ts'
import { toJunit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { toSarif } from './sarif.ts'

export const REPORT_FORMATS = ['html', 'json', 'junit', 'sarif', 'ctrf', 'markdown', 'har', 'http'] as const

export type ReportFormat = (typeof REPORT_FORMATS)[number]

type Writer = (report: ReportDocument, exchanges: readonly Exchange[]) => string

const WRITERS: Readonly<Record<ReportFormat, Writer>> = {
  html: toHtml,
  json: reportJsonText,
  junit: toJunit,
  sarif: toSarif,
  ctrf: toCtrf,
  markdown: toMarkdown,
  har: ({ version = '', totals }, exchanges) => reportJsonText(harOf(exchanges, version, judgedLine(totals))),
  http: ({ totals }, exchanges) => `# ${judgedLine(totals)}\n\n${toHttpFile(exchanges)}`,
}

/** True if a format contains all exchanges of the run, which are kept only for such formats. */
export function holdsRequests(format: ReportFormat): boolean {
  return format === 'har' || format === 'http'
}

/**
 * A run as the text of a report file. The JSON format is the {@link ReportDocument} itself.
 * @param exchanges All of the run's exchanges in order, for formats that contain them.
 */
export function renderReport(
  report: ReportDocument,
  format: ReportFormat,
  exchanges: readonly Exchange[] = [],
): string {
  return WRITERS[format](report, exchanges)
}
