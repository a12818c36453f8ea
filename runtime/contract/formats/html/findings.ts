import type { ReceivedResponse, SentRequest } from '../../exchange/exchange.ts'
import type { ClausePlace, ReportDocument, ReportFinding } from '../../report/report-document.ts'
import { fileOf } from '../../report/terminal.ts'
import { type Html, html } from './html.ts'

/** With more findings than this the page would begin with pages of exchanges: each opens by a click. */
const MOST_OPEN = 3
/** A browser shows longer texts slowly; the JSON report has them whole. In characters. */
const LONGEST_BODY = 20_000

export function findingsSection({ findings, operations }: ReportDocument): Html {
  if (findings.length === 0) return html``
  const titles = new Map(
    operations.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
  )
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<p class="soft">Each thing that is wrong stands here once, however many requests and operations showed it.</p>
${findings.map((finding) => describe(finding, { titles, isOpen: findings.length <= MOST_OPEN }))}
</section>`
}

function describe(
  finding: ReportFinding,
  { titles, isOpen }: { titles: ReadonlyMap<string, string>; isOpen: boolean },
): Html {
  const { id, rule, grade, expected, received, operations, count, source } = finding
  const who =
    operations.length === 1
      ? (titles.get(operations[0] ?? '') ?? operations[0] ?? '')
      : `${operations.length} operations`
  const often = count === 1 ? 'once' : `${count} times`
  const open = isOpen ? html` open` : html``
  return html`<details class="finding card" id="finding-${id}"${open}>
<summary><span class="sign" aria-hidden="true">✗</span><span class="wanted">Expected: ${expected}</span><span class="tag">${grade}</span><span class="met">received: ${received}</span><span class="met">${rule} · ${who} · found ${often}</span></summary>
<div class="inside"><dl>
${finding.variants.length === 0 ? html`` : row('Also', variants(finding))}
${row('Clause', places(finding))}
${source === undefined ? html`` : row('Source', html`${source}`)}
${row('Operations', html`<ul>${operations.map((name) => operation(finding, { name, title: titles.get(name) ?? '' }))}</ul>`)}
${row('Repeat', html`<code class="copy">${finding.curl}</code>`)}
${finding.replay === undefined ? html`` : row('Replay', html`<code class="copy">${finding.replay}</code>`)}
${row('Request', requestText(finding.exchange.request))}
${row('Response', responseText(finding.exchange.response))}
</dl></div>
</details>
`
}

/** An operation, with what it answered where that reads otherwise than what stands above. */
function operation(
  { received, occurrences }: ReportFinding,
  { name, title }: { name: string; title: string },
): Html {
  const own = occurrences.find(({ operationId }) => operationId === name)
  const other =
    own === undefined || own.received === received ? html`` : html`<div class="soft">${own.received}</div>`
  return html`<li>${name} <span class="soft">${title}</span>${other}</li>`
}

function row(name: string, content: Html): Html {
  return html`<dt>${name}</dt><dd>${content}</dd>`
}

function variants({ variants: all, rule: own }: ReportFinding): Html {
  return html`<ul>${all.map(({ rule, expected, received }) => html`<li>${rule === own ? '' : `${rule}: `}expected ${expected}; received ${received}</li>`)}</ul>`
}

function places({ place, otherPlaces }: ReportFinding): Html {
  return html`${[place, ...otherPlaces].map(describePlace)}`
}

function describePlace(place: ClausePlace): Html {
  const file = fileOf(place)
  return html`<div><code>${place.clause}</code>${file === '' ? html`` : html` <span class="soft">${file}</span>`}</div>`
}

function requestText({ method, url, headers, body }: SentRequest): Html {
  return exchangeText(`${method} ${url}`, headers, body)
}

function responseText(response: ReceivedResponse | undefined): Html {
  if (response === undefined) return html`No response came.`
  return exchangeText(`${response.status}`, response.headers, response.body)
}

function exchangeText(first: string, headers: Readonly<Record<string, string>>, body = ''): Html {
  const lines = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  const text = indented(body)
  const cut = text.length > LONGEST_BODY
  const shown = cut ? text.slice(0, LONGEST_BODY) : text
  const note = cut
    ? html`<p class="soft">Cut after ${LONGEST_BODY} of ${text.length} characters.</p>`
    : html``
  return html`<pre tabindex="0">${[...lines, ...(shown === '' ? [] : ['', shown])].join('\n')}</pre>${note}`
}

/** JSON as people read it; any other text as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
