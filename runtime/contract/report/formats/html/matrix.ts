import type { ReportDocument, ReportOperation, ReportResult } from '../../report-document.ts'
import { type ReportHtml, reportHtml, wrapAtSlashes } from './html.ts'

/** The group of operations without a tag, which needs no heading if there is no other group. */
const UNTAGGED = 'default'

/**
 * A table of operations × rules. ARIA roles are explicit, because the narrow layout removes the table's own.
 */
export function matrixSection({ operations, rules }: ReportDocument): ReportHtml {
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)]
  const codes = rules.map(({ code }) => code)
  const heads = rules.map(
    ({ code, description }) =>
      reportHtml`<th scope="col" role="columnheader" title="${description}"><div>${code}</div></th>`,
  )
  return reportHtml`<section aria-labelledby="matrix">
<h2 id="matrix">Operations and rules</h2>
<ul class="legend" aria-label="Signs"><li><b class="p">✓</b>passed</li><li><b class="f">✗</b>failed</li><li><b class="n">–</b>not run</li><li><b>·</b>does not apply</li></ul>
<div class="tools" id="tools" hidden><label>Find <input id="find" type="search" autocomplete="off" placeholder="operation, path or tag"></label><label>Show <select id="state"><option value="">all</option><option value="failed">with a failed check</option><option value="not-run">with a check not run</option></select></label><output id="shown" class="soft"></output></div>
<div class="wide card" role="region" aria-label="Table of results" tabindex="0"><table class="matrix" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Operation</th>${heads}</tr></thead>
${groups.map(([tag, members]) => group(groups.length === 1 && tag === UNTAGGED ? undefined : tag, members, codes))}</table></div>
</section>`
}

/** Operations, below the name of their group. */
function group(
  name: string | undefined,
  operations: readonly ReportOperation[],
  codes: readonly string[],
): ReportHtml {
  const head =
    name === undefined
      ? reportHtml``
      : reportHtml`<tr role="row"><th class="group" role="rowheader" scope="rowgroup" colspan="${codes.length + 1}">${name}</th></tr>`
  return reportHtml`<tbody role="rowgroup">${head}
${operations.map((operation) => row(operation, codes))}</tbody>
`
}

function row(
  { operationId, method, path, tag, results }: ReportOperation,
  codes: readonly string[],
): ReportHtml {
  const name = `${operationId} ${method} ${path} ${tag}`.toLowerCase()
  const states = [...new Set(results.map(({ status }) => status))].join(' ')
  const cells = codes.map((code) => cell(results.find(({ rule }) => rule === code)))
  return reportHtml`<tr role="row" data-name="${name}" data-states="${states}"><th scope="row" role="rowheader">${operationId}<span>${method} ${wrapAtSlashes(path)}</span></th>${cells}</tr>
`
}

function cell(result: ReportResult | undefined): ReportHtml {
  return result === undefined ? ABSENT : CELLS[result.status](result)
}

const ABSENT = reportHtml`<td role="cell"><span class="soft"><span aria-hidden="true">·</span><span class="hidden">does not apply</span></span></td>`

const CELLS: Readonly<Record<ReportResult['status'], (result: ReportResult) => ReportHtml>> = {
  passed: () =>
    reportHtml`<td role="cell"><span class="p"><span aria-hidden="true">✓</span><span class="hidden">passed</span></span></td>`,
  'not-run': ({ reason = '' }) =>
    reportHtml`<td role="cell"><span class="n" title="not run, because ${reason}"><span aria-hidden="true">–</span><span class="hidden">not run</span></span></td>`,
  known: () =>
    reportHtml`<td role="cell"><span class="n"><span aria-hidden="true">!</span><span class="hidden">known to fail</span></span></td>`,
  defect: ({ reason = '' }) =>
    reportHtml`<td role="cell"><a class="f" href="#defects" title="${reason}"><span aria-hidden="true">!</span><span class="hidden">an error in the run itself</span></a></td>`,
  failed: ({ findings: [first = 0] = [] }) =>
    reportHtml`<td role="cell"><a class="f" href="#finding-${first}"><span aria-hidden="true">✗</span><span class="hidden">failed, finding ${first}</span></a></td>`,
}
