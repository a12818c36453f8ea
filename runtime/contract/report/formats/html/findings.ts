import { exchangeExcerpt } from '../../../data/exchange/excerpt.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../../../data/exchange/exchange.ts'
import { answerJsonOfText } from '../../../data/exchange/json-text.ts'
import { familyOfRule } from '../../../data/outcome/assertion.ts'
import type { ClausePlace, ReportDocument, ReportFinding, ReportOperation } from '../../report-document.ts'
import { clauseFile } from '../../terminal.ts'
import { whySentSlotName } from '../../why-sent.ts'
import { copiedText, type ReportHtml, reportHtml, wrapAtSlashes } from './html.ts'

/**
 * Maximum number of findings at which all of them are initially expanded. With more, none is, because the
 * page would otherwise begin with many screens of exchanges.
 */
const MOST_OPEN = 3
/**
 * Maximum length of a body, in characters. Browsers display longer text slowly, and the JSON report contains
 * it in full.
 */
const LONGEST_BODY = 20_000

export function findingsSection({ findings, operations, rules }: ReportDocument): ReportHtml {
  if (findings.length === 0) return reportHtml``
  const known: Known = {
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    fixes: new Map(rules.map(({ code, fix }) => [code, fix])),
    assertions: new Map(
      rules.flatMap(({ assertions }) => assertions).map(({ rule, asserts }) => [rule, asserts]),
    ),
  }
  return reportHtml`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<p class="soft">One entry for each fault, the worst first.</p>
${filters(findings, known)}
${findings.map((finding) => describe(finding, { known, isOpen: findings.length <= MOST_OPEN }))}
</section>`
}

/** Parts of the report that findings refer to by name. */
interface Known {
  readonly operations: ReadonlyMap<string, ReportOperation>
  /** By family. */
  readonly fixes: ReadonlyMap<string, string>
  /** By rule. */
  readonly assertions: ReadonlyMap<string, string>
}

/**
 * The filters are hidden until the script shows them, because they do not work without it. A filter with one
 * value is omitted, as is the search of a single finding.
 */
function filters(findings: readonly ReportFinding[], known: Known): ReportHtml {
  const select = (name: string, values: readonly string[]): ReportHtml => {
    const counts = [...Map.groupBy(values, (value) => value)].map(
      ([value, all]) => [value, all.length] as const,
    )
    if (counts.length < 2) return reportHtml``
    const options = counts
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([value, count]) => reportHtml`<option value="${value}">${value} (${count})</option>`)
    return reportHtml`<label>${name} <select data-filter="${name}"><option value="">all</option>${options}</select></label>`
  }
  const search =
    findings.length < 2
      ? reportHtml``
      : reportHtml`<label>search <input id="search" type="search" autocomplete="off" placeholder="path, text or rule ( / )"></label>`
  return reportHtml`<div class="tools" id="filters" hidden>${[
    search,
    select(
      'rule',
      findings.map(({ rule }) => rule),
    ),
    select(
      'grade',
      findings.map(({ grade }) => grade),
    ),
    select(
      'weight',
      findings.map(({ weight }) => weight),
    ),
    select(
      'tag',
      findings.flatMap((finding) => tagsOf(finding, known)),
    ),
  ]}<output id="found" class="soft"></output></div>`
}

function tagsOf({ operations }: ReportFinding, known: Known): readonly string[] {
  return [...new Set(operations.flatMap((name) => known.operations.get(name)?.tag ?? []))]
}

function describe(finding: ReportFinding, { known, isOpen }: { known: Known; isOpen: boolean }): ReportHtml {
  const { id, title, rule, grade, weight, operations, count, steps } = finding
  const own =
    operations.length === 1
      ? titleOf(known.operations.get(operations[0] ?? ''))
      : `${operations.length} operations`
  const about = [
    `${rule}, ${grade}`,
    ...(title.startsWith(own) ? [] : [own]),
    ...(count === 1 ? [] : [`found ${count} times`]),
  ]
  const open = isOpen ? reportHtml` open` : reportHtml``
  const tags = JSON.stringify(tagsOf(finding, known))
  const text = [title, rule, ...operations.map((name) => `${name} ${titleOf(known.operations.get(name))}`)]
  const earlier = steps.filter(({ request }) => request !== finding.exchange.request)
  return reportHtml`<details class="finding card ${weightClass(weight)}" id="finding-${id}" data-rule="${rule}" data-grade="${grade}" data-weight="${weight}" data-tags="${tags}" data-text="${text.join(' ').toLowerCase()}"${open}>
<summary><span class="chevron" aria-hidden="true"></span><h3 class="wanted">${wrapAtSlashes(title)}</h3><span class="tag">${weight}</span><span class="met">${wrapAtSlashes(about.join(' · '))}</span></summary>
<div class="inside">
${verdict(finding)}
<div class="pair">${requestPane(finding)}${responsePane(finding)}</div>
<div class="about">${clausePane(finding)}${rulePane(finding, known)}${fixPane(finding, known)}${operationsPane(finding, known)}</div>
${earlier.length === 0 ? reportHtml`` : reportHtml`<details class="fold"><summary>${earlier.length === 1 ? 'The request before it' : `The ${earlier.length} requests before it`}</summary>${earlier.map((step) => exchange(step, steps.indexOf(step) + 1))}</details>`}
<details class="fold"><summary>Repeat it</summary>${copiedText(finding.script)}${finding.replay === undefined ? reportHtml`` : copiedText(finding.replay)}</details>
<p class="anchor"><a href="#finding-${id}">Link to finding ${id}</a></p></div>
</details>
`
}

/** The CSS class that sets the color for a weight. */
export function weightClass(weight: ReportFinding['weight']): string {
  return `w-${weight.replace(/\W+/g, '-')}`
}

function verdict({ expected, received, variants: all, rule: own }: ReportFinding): ReportHtml {
  const others = all.map(
    ({ rule, expected, received }) =>
      reportHtml`<li>${rule === own ? '' : `${rule}: `}expected ${expected}; received ${received}</li>`,
  )
  return reportHtml`<dl class="verdicts"><div class="expected"><dt>Expected</dt><dd>${expected}</dd></div><div class="received"><dt>Received</dt><dd>${received}</dd></div></dl>${others.length === 0 ? reportHtml`` : reportHtml`<div class="soft">Also<ul>${others}</ul></div>`}`
}

function requestPane(finding: ReportFinding): ReportHtml {
  return reportHtml`<div role="group" class="pane" aria-label="Request"><h4>Request</h4>${requestText(finding.exchange.request)}${why(finding)}</div>`
}

function responsePane({ exchange: { response, milliseconds } }: ReportFinding): ReportHtml {
  const time = milliseconds === undefined ? '' : `after ${Math.round(milliseconds)} ms`
  return reportHtml`<div role="group" class="pane" aria-label="Response"><h4>Response <span class="soft">${time}</span></h4>${responseText(response)}</div>`
}

function clausePane(finding: ReportFinding): ReportHtml {
  const { source } = finding
  return reportHtml`<div role="group" aria-label="Clause"><h4>Clause</h4>${places(finding)}${source === undefined ? reportHtml`` : reportHtml`<p class="soft">Source: ${source}</p>`}</div>`
}

function rulePane({ rule }: ReportFinding, { assertions }: Known): ReportHtml {
  const asserts = assertions.get(rule)
  if (asserts === undefined) return reportHtml``
  return reportHtml`<div role="group" aria-label="Rule"><h4>Rule</h4><p>${asserts} <a href="#rule-${rule}">${rule}</a></p></div>`
}

function fixPane({ rule }: ReportFinding, { fixes }: Known): ReportHtml {
  const fix = fixes.get(familyOfRule(rule)) ?? ''
  return fix === ''
    ? reportHtml``
    : reportHtml`<div role="group" aria-label="Fix"><h4>Fix</h4><p>${fix}</p></div>`
}

function operationsPane(finding: ReportFinding, known: Known): ReportHtml {
  return reportHtml`<div role="group" aria-label="Operations"><h4>Operations</h4><ul>${finding.operations.map((name) => operation(finding, { name, title: titleOf(known.operations.get(name)) }))}</ul></div>`
}

function titleOf(operation: ReportOperation | undefined): string {
  return operation === undefined ? '' : `${operation.method} ${operation.path}`
}

function exchange({ request, response, sentAt, milliseconds }: Exchange, number: number): ReportHtml {
  const { pathname, search } = addressOf(request.url)
  const time = milliseconds === undefined ? '' : `${Math.round(milliseconds)} ms`
  const when =
    sentAt === undefined
      ? reportHtml``
      : reportHtml` <time class="soft" datetime="${sentAt}">${sentAt}</time>`
  return reportHtml`<details class="exchange"><summary>${number}. <strong>${response?.status ?? 'no response'}</strong> ${request.method} ${pathname}${search} <span class="soft">${time}</span>${when}</summary><div class="pair">${requestText(request)}${responseText(response)}</div></details>`
}

/** Sources of the values in a request. */
function why({ sent }: ReportFinding): ReportHtml {
  if (sent.length === 0) return reportHtml``
  return reportHtml`<dl class="why" aria-label="Where its values come from">${sent.map((value) => {
    const shown =
      value.value === undefined ? reportHtml`` : reportHtml` <code>${exchangeExcerpt(value.value)}</code>`
    return reportHtml`<div><dt>${whySentSlotName(value)}${shown}</dt><dd>${value.why}</dd></div>`
  })}</dl>`
}

function addressOf(url: string): { readonly pathname: string; readonly search: string } {
  return URL.canParse(url) ? new URL(url) : { pathname: url, search: '' }
}

/** An operation, with its response if that differs from the first operation's response. */
function operation(
  { received, occurrences }: ReportFinding,
  { name, title }: { name: string; title: string },
): ReportHtml {
  const own = occurrences.find(({ operationId }) => operationId === name)
  const other =
    own === undefined || own.received === received
      ? reportHtml``
      : reportHtml`<div class="soft">${own.received}</div>`
  return reportHtml`<li>${name} <span class="soft">${wrapAtSlashes(title)}</span>${other}</li>`
}

function places({ place, otherPlaces }: ReportFinding): ReportHtml {
  return reportHtml`${[place, ...otherPlaces].map(describePlace)}`
}

function describePlace(place: ClausePlace): ReportHtml {
  const file = clauseFile(place)
  return reportHtml`<div><code>${wrapAtSlashes(place.clause)}</code>${file === '' ? reportHtml`` : reportHtml` <span class="soft">${file}</span>`}</div>`
}

function requestText({ method, url, headers, body }: SentRequest): ReportHtml {
  return exchangeText(`${method} ${url}`, headers, body)
}

function responseText(response: ReceivedResponse | undefined): ReportHtml {
  if (response === undefined) return reportHtml`No response.`
  return exchangeText(`${response.status}`, response.headers, response.body)
}

function exchangeText(first: string, headers: Readonly<Record<string, string>>, body = ''): ReportHtml {
  const lines = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  const text = indented(body)
  const cut = text.length > LONGEST_BODY
  const shown = cut ? text.slice(0, LONGEST_BODY) : text
  const note = cut
    ? reportHtml`<p class="soft">Only the first ${LONGEST_BODY} of ${text.length} characters are shown.</p>`
    : reportHtml``
  return reportHtml`<div><pre tabindex="0">${[...lines, ...(shown === '' ? [] : ['', shown])].join('\n')}</pre>${note}</div>`
}

/** Indented JSON. Any other text is unchanged. */
function indented(text: string): string {
  const value = answerJsonOfText(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
