import type { ReportDocument } from '../../report-document.ts'
import { type ReportHtml, reportHtml } from './html.ts'

export function notRunSection({ notRun }: ReportDocument): ReportHtml {
  if (notRun.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="not-run">
<h2 id="not-run">Not run</h2>
<p class="soft">Checks that could not be run, by reason.</p>
<ul class="reasons card">${notRun.map(({ reason, checks }) => {
    const byRule = [...Map.groupBy(checks, ({ rule }) => rule)]
    return reportHtml`<li><span class="times">${checks.length}</span> ${reason}<details><summary class="soft">Which</summary><ul>${byRule.map(([rule, all]) => reportHtml`<li>${rule}: ${all.map(({ operationId }) => operationId).join(', ')}</li>`)}</ul></details></li>`
  })}</ul>
</section>`
}
