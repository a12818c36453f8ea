import { createHash } from 'node:crypto'
import type { ReportDocument } from '../../report-document.ts'
import { coverageSection } from './coverage.ts'
import { findingsSection } from './findings.ts'
import { ReportHtml, reportHtml, withOptions } from './html.ts'
import { matrixSection } from './matrix.ts'
import { REPORT_SCRIPT } from './script.ts'
import { reportStyle } from './style.ts'
import { summarySection, tableOfContents } from './summary.ts'

/**
 * A self-contained page: it sends no requests and runs only its own script, no matter what the server
 * returned. Text is escaped. In addition, the security policy lists the digests of the page's style and
 * script, and so blocks everything else.
 */
export function toHtml(report: ReportDocument): string {
  const css = reportStyle(report.rules.length)
  const policy = [
    "default-src 'none'",
    `style-src '${digest(css)}'`,
    `script-src '${digest(REPORT_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = reportHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Contract report: ${report.title}</title>
<style>${new ReportHtml(css)}</style>
</head>
<body>
<a class="skip-link" href="#content">Skip to the results</a>
${summarySection(report)}
<div class="columns">
${tableOfContents(report)}
<main id="content">
${findingsSection(report)}
${matrixSection(report)}
${notRunSection(report)}
${defectsSection(report)}
${baselineSection(report)}
${coverageSection(report)}
${leftBehind(report)}
${remarks(report)}
${rulesSection(report)}
</main>
</div>
<footer>Written by Concordat${report.version === undefined ? '' : ` ${report.version}`}.</footer>
<script>${new ReportHtml(REPORT_SCRIPT)}</script>
</body>
</html>
`
  return page.toString()
}

function defectsSection({ defects }: ReportDocument): ReportHtml {
  if (defects.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="defects"><h2 id="defects">Errors in the run itself</h2><p class="soft">These errors say nothing about the server.</p><ul class="reasons card">${defects.map(({ operationId, rule, message, stack }) => reportHtml`<li>${rule}: ${operationId}: ${message}<details><summary class="soft">Stack</summary><pre tabindex="0">${stack}</pre></details></li>`)}</ul></section>`
}

function leftBehind({ leftBehind: sentences }: ReportDocument): ReportHtml {
  if (sentences.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="left-behind"><h2 id="left-behind">Left behind</h2><ul class="reasons card">${sentences.map((sentence) => reportHtml`<li>${withOptions(sentence)}</li>`)}</ul></section>`
}

function remarks({ remarks: sentences }: ReportDocument): ReportHtml {
  if (sentences.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="remarks"><h2 id="remarks">Remarks</h2><ul class="reasons card">${sentences.map((sentence) => reportHtml`<li>${withOptions(sentence)}</li>`)}</ul></section>`
}

/** Digest of inline text for a content security policy. @see Content Security Policy Level 3, 2.3.1 */
function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function baselineSection({ known, stale }: ReportDocument): ReportHtml {
  if (known.length + stale.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="baseline">
<h2 id="baseline">Known failures</h2>
<ul class="reasons card">${stale.map(({ failure: { operation, rule, clause }, why }) => reportHtml`<li><strong>${operation} ${rule}</strong> <code>${clause}</code> ${why}. Remove it from the baseline.</li>`)}${known.map(({ operation, rule, clause, reason = '' }) => reportHtml`<li>${operation} ${rule} <code>${clause}</code> ${reason}</li>`)}</ul>
</section>`
}

function notRunSection({ notRun }: ReportDocument): ReportHtml {
  if (notRun.length === 0) return reportHtml``
  return reportHtml`<section aria-labelledby="not-run">
<h2 id="not-run">Not run</h2>
<p class="soft">Checks that could not be run, by reason.</p>
<ul class="reasons card">${notRun.map(({ reason, checks }) => {
    const byRule = [...Map.groupBy(checks, ({ rule }) => rule)]
    return reportHtml`<li><span class="times">${checks.length}</span> ${withOptions(reason)}<details><summary class="soft">Which</summary><ul>${byRule.map(([rule, all]) => reportHtml`<li>${rule}: ${all.map(({ operationId }) => operationId).join(', ')}</li>`)}</ul></details></li>`
  })}</ul>
</section>`
}

/** The assertions of each rule in the run, folded by family, because they fill more than half of the page. */
function rulesSection({ rules }: ReportDocument): ReportHtml {
  return reportHtml`<section aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<div class="card">${rules.map(({ code, description, assertions }) => reportHtml`<details class="family"><summary>${code} <span class="soft">${description}</span></summary><dl class="rules">${assertions.map(({ rule, grade, asserts }) => reportHtml`<div id="rule-${rule}"><dt>${rule} <span class="tag">${grade}</span></dt><dd>${asserts}</dd></div>`)}</dl></details>`)}</div>
</section>`
}
