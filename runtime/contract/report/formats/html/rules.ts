import type { ReportDocument } from '../../report-document.ts'
import { type ReportHtml, reportHtml } from './html.ts'

/** The assertions of each rule in the run, folded by family, because they fill more than half of the page. */
export function rulesSection({ rules }: ReportDocument): ReportHtml {
  return reportHtml`<section aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<div class="card">${rules.map(({ code, description, assertions }) => reportHtml`<details class="family"><summary>${code} <span class="soft">${description}</span></summary><dl class="rules">${assertions.map(({ rule, grade, asserts }) => reportHtml`<div id="rule-${rule}"><dt>${rule} <span class="tag">${grade}</span></dt><dd>${asserts}</dd></div>`)}</dl></details>`)}</div>
</section>`
}
