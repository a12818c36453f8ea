import type { ReportDocument } from '../../report-document.ts'
import { type Html, html } from './html.ts'

export function baselineSection({ known, stale }: ReportDocument): Html {
  if (known.length + stale.length === 0) return html``
  return html`<section aria-labelledby="baseline">
<h2 id="baseline">Known failures</h2>
<ul class="reasons card">${stale.map(({ failure: { operation, rule, clause }, why }) => html`<li><strong>${operation} ${rule}</strong> <code>${clause}</code> ${why}. Take it out of the baseline.</li>`)}${known.map(({ operation, rule, clause, reason = '' }) => html`<li>${operation} ${rule} <code>${clause}</code> ${reason}</li>`)}</ul>
</section>`
}
