import type { ReportDocument } from '../../report-document.ts'
import { type ReportHtml, reportHtml } from './html.ts'

export function baselineSection({ known, stale }: ReportDocument): ReportHtml {
  if (known.length + stale.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="baseline">
<h2 id="baseline">Known failures</h2>
<ul class="reasons card">${stale.map(({ failure: { operation, rule, clause }, why }) => reportHtml`<li><strong>${operation} ${rule}</strong> <code>${clause}</code> ${why}. Remove it from the baseline.</li>`)}${known.map(({ operation, rule, clause, reason = '' }) => reportHtml`<li>${operation} ${rule} <code>${clause}</code> ${reason}</li>`)}</ul>
</section>`
}
