import type { ReportDocument } from '../../report-document.ts'
import { countFindings, runEndSentence } from '../../terminal.ts'
import { isBlindRun, judgedLine, untestedLine } from '../../untested.ts'
import { weightClass } from './findings.ts'
import { copiedText, type ReportHtml, reportHtml, withOptions, wrapAtSlashes } from './html.ts'

/** The head of the page: the tested server, the verdict, and the figures. */
export function summarySection(report: ReportDocument): ReportHtml {
  const { totals, title, baseUrl, startedAt, requests, milliseconds } = report
  const time = startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')
  const { operations, passed, failed, known, notRun, defects } = totals
  return reportHtml`<header>
<p class="soft">Contract report of <code>${baseUrl}</code>, <time datetime="${startedAt}">${time}</time></p>
<h1>${title}</h1>
${verdict(report)}
<p class="facts">${judgedLine(totals)} ${withOptions(untested(report))}</p>
${bar(report)}
<dl class="figures">
${figure('Operations', operations)}${figure('Checks passed', passed)}${figure('Checks failed', failed)}${known > 0 ? figure('Known to fail', known) : ''}${figure('Not run', notRun)}${defects > 0 ? figure('Affected by errors in the run itself', defects) : ''}${figure('Requests', requests)}${figure('Seconds', (milliseconds / 1000).toFixed(1))}
</dl>
${provenance(report)}
</header>`
}

function untested({ totals, advice }: ReportDocument): string {
  const { passed, failed, known, notRun, defects } = totals
  return untestedLine({ checks: passed + failed + known + notRun + defects, notRun, advice }) ?? ''
}

/** The run's document, command and program, folded so that findings begin on the first screen. */
function provenance(report: ReportDocument): ReportHtml {
  const { seed, version, node, command = '', document } = report
  const rows = [
    ...(document === undefined
      ? []
      : [
          reportHtml`<dt>Document</dt><dd><code>${document.file}</code>, SHA-256 <code>${document.sha256}</code></dd>`,
        ]),
    ...(command === '' ? [] : [reportHtml`<dt>Command</dt><dd>${copiedText(command)}</dd>`]),
    reportHtml`<dt>Seed</dt><dd><code>${seed}</code>${version === undefined ? '' : `, Concordat ${version}`}${node === undefined ? '' : `, Node ${node}`}</dd>`,
  ]
  return reportHtml`<details class="run facts"><summary>Document, command and seed</summary><dl>${rows.map((row) => reportHtml`<div>${row}</div>`)}</dl></details>`
}

/** The run's result, as a sentence and a color. */
function verdict(report: ReportDocument): ReportHtml {
  const { interrupted, leftBehind, totals, stale } = report
  const early = interrupted ? ` ${runEndSentence(report)}` : ''
  const left = leftBehind.length === 0 ? '' : reportHtml` See <a href="#left-behind">Left behind</a>.`
  const isBad = totals.failed + stale.length + totals.defects > 0 || interrupted || isBlindRun(totals)
  const [kind, sign] = isBad ? ['failed', '✗'] : ['passed', '✓']
  return reportHtml`<p class="verdict ${kind}"><span class="sign" aria-hidden="true">${sign}</span><span>${ending(report) + early}${left}</span></p>`
}

function ending({ totals, interrupted, stale }: ReportDocument): string {
  const { failed, known, notRun, defects } = totals
  if (failed > 0)
    return `${countFindings(totals)}, from ${failed === 1 ? '1 failed check' : `${failed} failed checks`}.`
  if (stale.length === 1) return '1 baseline entry matches no failure.'
  if (stale.length > 1) return `${stale.length} baseline entries match no failure.`
  const head =
    known === 0
      ? 'No check failed.'
      : `No new failures; ${known === 1 ? '1 check is' : `${known} checks are`} known to fail.`
  if (defects > 0)
    return `${defects === 1 ? '1 check is affected by an error' : `${defects} checks are affected by errors`} in the run itself. ${head}`
  if (interrupted) return head
  if (isBlindRun(totals)) return 'Nothing was tested.'
  if (notRun + known === 0) return 'Every check passed.'
  return notRun === 0 ? head : `${head} ${notRun === 1 ? '1 check was' : `${notRun} checks were`} not run.`
}

/** A bar chart of the totals that are stated next to it. */
function bar({ totals: { passed, failed, known, notRun } }: ReportDocument): ReportHtml {
  const all = Math.max(passed + failed + known + notRun, 1)
  const part = (count: number): string => ((100 * count) / all).toFixed(2)
  return reportHtml`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="p" width="${part(passed)}" height="4"/><rect class="f" x="${part(passed)}" width="${part(failed)}" height="4"/><rect class="n" x="${part(passed + failed)}" width="${part(known + notRun)}" height="4"/></svg>`
}

function figure(name: string, value: number | string): ReportHtml {
  return reportHtml`<div class="card"><dt>${name}</dt><dd>${value}</dd></div>`
}

/** Navigation: the page's sections, and each finding by its title. */
export function tableOfContents(report: ReportDocument): ReportHtml {
  const { findings } = report
  const titles = findings.map(
    ({ id, title, weight }) =>
      reportHtml`<li><a class="${weightClass(weight)}" href="#finding-${id}"><span class="dot" aria-hidden="true"></span><span>${wrapAtSlashes(title)}</span></a></li>`,
  )
  return reportHtml`<nav aria-label="Contents"><ul>${links(report)}</ul>${titles.length === 0 ? reportHtml`` : reportHtml`<ol>${titles}</ol>`}</nav>`
}

/** A link to each section of the page, in its order. */
function links(report: ReportDocument): ReportHtml[] {
  const { findings, notRun, defects, known, stale, coverage, leftBehind, remarks } = report
  const sections: readonly (readonly [string, string, boolean])[] = [
    ['findings', 'Findings', findings.length > 0],
    ['matrix', 'Operations and rules', true],
    ['not-run', 'Not run', notRun.length > 0],
    ['defects', 'Errors in the run itself', defects.length > 0],
    ['baseline', 'Known failures', known.length + stale.length > 0],
    ['coverage', 'Coverage', coverage !== undefined],
    ['left-behind', 'Left behind', leftBehind.length > 0],
    ['remarks', 'Remarks', remarks.length > 0],
    ['rules', 'Rules', true],
  ]
  return sections
    .filter(([, , isShown]) => isShown)
    .map(([id, title]) => reportHtml`<li><a href="#${id}">${title}</a></li>`)
}
