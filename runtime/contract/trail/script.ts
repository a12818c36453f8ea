import { stepsOf } from '@concordat/runtime/pointer'
import { curl, curlWords, type Exchange, type SentRequest } from '../exchange/exchange.ts'
import { formsOf, variablesIn } from '../exchange/variables.ts'
import type { Handed, Leading } from './leading.ts'
import { segmentsOf, statesIn } from './shown-values.ts'

/** A value of an earlier answer, and the variable that has it. */
interface Held extends Handed {
  readonly variable: string
}

/**
 * The requests that lead to a finding as lines for a POSIX shell, each with the status that it had: what an earlier answer gave
 * goes into a variable, so that they show the same on a server that gives other ids. Bodies are read with `jq`.
 */
export function scriptOf({ steps, handed }: Leading, shown: Exchange, isSigned = false): string {
  const held = named(handed.filter((value) => isUsed(value, steps)))
  const lines = steps.flatMap((step, index) => {
    const own = held.filter(({ by }) => by === step)
    const earlier = held.filter(({ by }) => by !== step && steps.indexOf(by) < index)
    const request = withVariables(step.request, earlier)
    const note = `  # ${step.response?.status ?? 'no answer'}${step === shown && steps.length > 1 ? ', as found' : ''}`
    return own.length === 0 ? [expanded(curl(request)) + note] : taking(request, own, note)
  })
  return [
    ...(isSigned ? ['# Sign each request as "verify.sign" does: its signature is not kept.'] : []),
    ...formsOf(variablesIn(JSON.stringify(steps.map(({ request }) => request)))),
    ...lines,
  ].join('\n')
}

/** Whether a request after it names a value. */
function isUsed(value: Handed, steps: readonly Exchange[]): boolean {
  const held = [{ ...value, variable: '' }]
  return steps.slice(steps.indexOf(value.by) + 1).some(({ request }) => {
    const { url, headers, body } = withVariables(request, held)
    return (
      url !== request.url ||
      body !== request.body ||
      Object.entries(headers).some(([name, text]) => request.headers[name] !== text)
    )
  })
}

/** A request whose answer gives values to later ones. */
function taking(request: SentRequest, own: readonly Held[], note: string): readonly string[] {
  const words = curlWords(request).join(' ')
  return [
    `answer=$(${expanded(`curl -sS -i ${words}`)}); printf '%s\\n' "$answer"${note}`,
    ...own.map(({ variable, pointer, header = '' }) => {
      const read =
        pointer === undefined
          ? `tr -d '\\r' | grep -i '^${header}:' | sed '${AFTER[header] ?? 's/^[^:]*: *//'}'`
          : `sed '1,/^\\r*$/d' | jq -r '${filterOf(pointer)}'`
      return `${variable}=$(printf '%s' "$answer" | ${read})`
    }),
  ]
}

/** What `sed` leaves of a header's line, where it is not its value. */
const AFTER: Readonly<Record<string, string>> = { location: 's|.*/\\([^/?]*\\).*|\\1|' }

/** A JSON Pointer as jq writes it: `.items[0]["a b"]`. */
function filterOf(pointer: string): string {
  const steps = stepsOf(`#${pointer}`).map((step) =>
    /^\d+$/.test(step)
      ? `[${step}]`
      : /^[A-Za-z_]\w*$/.test(step)
        ? `.${step}`
        : `[${JSON.stringify(step).replaceAll("'", '\\u0027')}]`,
  )
  const path = steps.join('')
  return path.startsWith('.') ? path : `.${path}`
}

/** Variables are named after what the request made: "pets_1". */
function named(handed: readonly Handed[]): readonly Held[] {
  const counts = new Map<string, number>()
  return handed.map((value) => {
    const last = segmentsOf(value.by.request.url).findLast((segment) => /^[a-z]/i.test(segment)) ?? 'item'
    const name = last.toLowerCase().replace(/\W/g, '_')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { ...value, variable: `${name}_${count}` }
  })
}

/** Marks of a variable in a request, until its words are quoted: private characters, which no request has. */
const OPEN = '\ue000'
const CLOSE = '\ue001'

function withVariables({ url, headers, body, ...others }: SentRequest, held: readonly Held[]): SentRequest {
  const all = held.map(({ variable, ...value }) => ({ ...value, mark: OPEN + variable + CLOSE }))
  const marks = all.filter(({ member }) => member === undefined)
  const states = new Map(
    marks.flatMap(({ text, mark, header }) => (header === undefined ? [] : [[text, mark]])),
  )
  const conditions = statesIn(headers).map(({ text }) => text)
  const rest = {
    ...others,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [
        name,
        conditions.includes(text) ? (states.get(text) ?? text) : text,
      ]),
    ),
  }
  const address = marks.reduce(
    (written, { text, mark }) => inAddress(written, encodeURIComponent(text), mark),
    url,
  )
  if (body === undefined) return { ...rest, url: address }
  const referring = all.reduce(
    (written, { text, mark, member }) => inMember(written, { text, mark, member }),
    body,
  )
  const sent = marks.reduce(
    (written, { text, mark }) =>
      written.replaceAll(JSON.stringify(text), `"${mark}"`).replaceAll(...asPart(text, mark)),
    referring,
  )
  return { ...rest, url: address, body: sent }
}

/** The value of one member, a number or a text. */
function inMember(
  body: string,
  { text, mark, member }: { text: string; mark: string; member: string | undefined },
): string {
  if (member === undefined) return body
  const name = JSON.stringify(member)
  return body
    .replaceAll(`${name}:${JSON.stringify(text)}`, `${name}:"${mark}"`)
    .replace(new RegExp(`(${escaped(name)}:)${escaped(text)}(?=[,}])`, 'g'), (_, before) => before + mark)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The whole content of a part of a form. */
function asPart(text: string, mark: string): [string, string] {
  return [`\r\n\r\n${text}\r\n--`, `\r\n\r\n${mark}\r\n--`]
}

/** Whole segments and whole values of the query alone: "7" is not in "/v17". */
function inAddress(url: string, text: string, mark: string): string {
  const { origin } = new URL(url)
  const parts = url.slice(origin.length).split(/([/?&=])/)
  return origin + parts.map((part) => (part === text ? mark : part)).join('')
}

/** Marks stand within single quotes: those are closed for each variable, and opened again where the text goes on. */
function expanded(line: string): string {
  const mark = new RegExp(`${OPEN}(\\w+)${CLOSE}('?)`, 'g')
  return line.replace(mark, (_, variable: string, end: string) => `'"$${variable}"${end === '' ? "'" : ''}`)
}
