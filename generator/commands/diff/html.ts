import { createHash } from 'node:crypto'
import { SEVERITIES } from '../../diff/kinds/kinds.ts'
import type { DiffReport, ReportedChange } from '../../diff/report/report.ts'
import {
  brokenByChange,
  changePlace,
  diffSummary,
  reachOfChange,
  severityHeading,
} from '../../diff/report/words.ts'
import { ReferenceHtml, referenceHtml } from '../../outputs/reference/html.ts'

const STYLE = `
:root{color-scheme:light dark;--bg:#f7f7f5;--card:#fff;--text:#1d1f22;--soft:#5d636b;--line:#e2e3e0}
@media (prefers-color-scheme:dark){:root{--bg:#131517;--card:#1b1e21;--text:#e5e7e9;--soft:#a0a7af;--line:#2d3136}}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.2;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;background:var(--card)}
th,td{padding:.5rem .7rem;border:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th,.soft{color:var(--soft);font-weight:400}
code{font:13px/1.5 ui-monospace,monospace}
`

/**
 * Creates a page for people who do not read code. It is self-contained, and its content security policy
 * forbids loading anything.
 */
export function htmlDiff(report: DiffReport): string {
  const { old, new: now, changes, ignored } = report
  const digest = createHash('sha256').update(STYLE).digest('base64')
  return referenceHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${`default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>API changes: ${old} → ${now}</title>
<style>${new ReferenceHtml(STYLE)}</style>
</head>
<body>
<h1>API changes: <code>${old}</code> → <code>${now}</code></h1>
<p>${diffSummary(report)}</p>
${SEVERITIES.map((severity) => {
  const own = changes.filter((change) => change.severity === severity)
  return section(severityHeading(severity, own), own)
})}
${section('Ignored', ignored)}
</body>
</html>
`.toString()
}

function section(title: string, changes: readonly ReportedChange[]): ReferenceHtml {
  if (changes.length === 0) return referenceHtml``
  return referenceHtml`<h2>${title}: ${changes.length}</h2>
<div class="scroll"><table>
<thead><tr><th>change</th><th>breaks</th><th>operations</th><th>kind</th><th>place</th></tr></thead>
<tbody>
${changes.map(row)}</tbody>
</table></div>
`
}

function row(change: ReportedChange): ReferenceHtml {
  const { label, says, kind, ignored } = change
  const reason =
    ignored === undefined ? referenceHtml`` : referenceHtml`<br><span class="soft">${ignored}</span>`
  return referenceHtml`<tr><td><strong>${label}</strong> ${says}${reason}</td><td>${brokenByChange(change)}</td><td>${reachOfChange(change)}</td><td><code>${kind}</code></td><td><code>${changePlace(change)}</code></td></tr>
`
}
