import type { OperationCoverage } from '../../../run/coverage/operation-coverage.ts'
import { type CoverageTotals, type CoveredShare, sumCoverage } from '../../../run/coverage/totals.ts'
import type { ReportDocument } from '../../report-document.ts'
import { type ReportHtml, reportHtml, wrapAtSlashes } from './html.ts'

export function coverageSection({ coverage, operations }: ReportDocument): ReportHtml {
  if (coverage === undefined) return reportHtml``
  const titles = new Map(
    operations.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
  )
  return reportHtml`<section aria-labelledby="coverage">
<h2 id="coverage">Coverage</h2>
<p class="soft">The share of the document that this run's requests and responses covered.</p>
${totals(sumCoverage(coverage))}
<details class="card by-operation"><summary>By operation</summary><table class="coverage" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Operation</th><th scope="col" role="columnheader">Requests</th><th scope="col" role="columnheader">Statuses seen</th><th scope="col" role="columnheader">Parameters</th><th scope="col" role="columnheader">Schema keywords</th></tr></thead>
<tbody role="rowgroup">${coverage.map((operation) => row(operation, titles.get(operation.operationId) ?? ''))}</tbody></table></details>
</section>`
}

function totals({ statuses, valid, invalid, kept, boundary, violated }: CoverageTotals): ReportHtml {
  return reportHtml`<dl class="figures">${[
    figure('Statuses seen', statuses),
    figure('Parameters with a valid value', valid),
    figure('Parameters with an invalid value', invalid),
    figure('Keywords satisfied', kept),
    figure('Limits tested', boundary),
    figure('Keywords violated', violated),
  ]}</dl>`
}

function figure(name: string, { of, all }: CoveredShare): ReportHtml {
  const share = all === 0 ? 0 : (100 * of) / all
  return reportHtml`<div class="card"><dt>${name}</dt><dd>${of} <span class="soft">of ${all}</span></dd><svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="p" width="${share.toFixed(2)}" height="4"/></svg></div>`
}

function row(operation: OperationCoverage, title: string): ReportHtml {
  const { operationId, requests, statuses, undocumented, parameters, keywords } = operation
  const { valid, invalid, kept, boundary, violated } = sumCoverage([operation])
  const seen = statuses.map(({ status, seen }) =>
    seen > 0
      ? reportHtml`<li class="p">${status} <span aria-hidden="true">✓</span><span class="hidden">seen</span> ${seen}×</li>`
      : reportHtml`<li class="none">${status} <span aria-hidden="true">–</span><span class="hidden">not seen</span></li>`,
  )
  const strange = undocumented.map((status) => reportHtml`<li class="n">${status} undocumented</li>`)
  const limits = boundary.all === 0 ? '' : `, ${boundary.of} of ${boundary.all} limits tested`
  const missed = [...missedParameters(operation), ...missedKeywords(operation)]
  const rest =
    missed.length === 0
      ? reportHtml``
      : reportHtml`<details><summary>Not covered</summary><ul>${missed}</ul></details>`
  return reportHtml`<tr role="row"><th scope="row" role="rowheader">${operationId}<br><span class="soft">${wrapAtSlashes(title)}</span></th><td role="cell" data-label="Requests">${requests}</td><td role="cell" data-label="Statuses"><ul class="chips">${[...seen, ...strange]}</ul></td><td role="cell" data-label="Parameters">${parameters.length === 0 ? 'none' : `${valid.of} of ${parameters.length} with a valid value, ${invalid.of} with an invalid value`}</td><td role="cell" data-label="Keywords">${keywords.length === 0 ? 'none' : `${kept.of} of ${keywords.length} satisfied, ${violated.of} violated${limits}`}${rest}</td></tr>
`
}

function missedParameters({ parameters }: OperationCoverage): ReportHtml[] {
  return parameters.flatMap(({ name, in: location, valid, invalid }) => {
    const never = [...(valid === 0 ? ['a valid value'] : []), ...(invalid === 0 ? ['an invalid value'] : [])]
    return never.length === 0
      ? []
      : [reportHtml`<li>${location} parameter "${name}": never sent with ${never.join(', or ')}</li>`]
  })
}

function missedKeywords({ keywords }: OperationCoverage): ReportHtml[] {
  return keywords.flatMap(({ clause, kept, boundary, violated }) => {
    const never = [
      ...(kept === 0 ? ['kept'] : []),
      ...(kept > 0 && boundary === 0 ? ['just reached'] : []),
      ...(violated === 0 ? ['broken'] : []),
    ]
    return never.length === 0
      ? []
      : [reportHtml`<li><code>${wrapAtSlashes(clause)}</code>: never ${never.join(' nor ')}</li>`]
  })
}
