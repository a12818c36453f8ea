import type { ReportDocument } from '../../report/report-document.ts'
import { type Html, html } from './html.ts'

/** What each rule of the run asserts. */
export function rulesSection({ rules }: ReportDocument): Html {
  return html`<section aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<dl class="rules card">${rules.map(({ code, grade, description }) => html`<div><dt>${code} <span class="tag">${grade}</span></dt><dd>${description}</dd></div>`)}</dl>
</section>`
}
