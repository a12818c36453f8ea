import type { ReportDocument } from '../../report-document.ts'
import { type ReportHtml, reportHtml } from './html.ts'

/** The assertions of each rule in the run. */
export function rulesSection({ rules }: ReportDocument): ReportHtml {
  return reportHtml`<section aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<dl class="rules card">${rules.flatMap(({ assertions }) => assertions).map(({ rule, grade, asserts }) => reportHtml`<div><dt>${rule} <span class="tag">${grade}</span></dt><dd>${asserts}</dd></div>`)}</dl>
</section>`
}
