import { stepsOf } from '@concordat/runtime/pointer'
import { curlLine, curlPipe, curlWords, type Exchange, type SentRequest } from '../exchange/exchange.ts'
import { derivedVariableLines, secretVariablesIn } from '../exchange/variables.ts'
import { markedScriptRequest } from './marked.ts'
import type { PassedValue, Provenance } from './provenance.ts'
import { shownAddressSegments } from './shown-values.ts'

/** A value from an earlier response, and the shell variable that holds it. */
interface Held extends PassedValue {
  readonly variable: string
}

/**
 * The requests that lead to a finding, as lines for a POSIX shell, each with its status. Values from earlier
 * responses become variables, so that the script also works on a server that creates different ids. Bodies
 * are parsed with `jq`.
 */
export function findingScript({ steps, passed }: Provenance, shown: Exchange, isSigned = false): string {
  const held = named(
    passed.filter((value) => markedScriptRequest(value.to.exchange.request, value, '') !== undefined),
  )
  const lines = steps.flatMap((step) => {
    const own = held.filter(({ by }) => by === step)
    const request = held
      .filter(({ to }) => to.exchange === step)
      .reduce(
        (written, value) => markedScriptRequest(written, value, OPEN + value.variable + CLOSE) ?? written,
        step.request,
      )
    const note = `  # ${step.response?.status ?? 'no response'}${step === shown && steps.length > 1 ? ', as found' : ''}`
    return own.length === 0 ? [expanded(curlLine(request)) + note] : taking(request, own, note)
  })
  return [
    ...(isSigned ? ['# Sign each request as "verify.sign" does, because signatures are not kept.'] : []),
    ...derivedVariableLines(secretVariablesIn(JSON.stringify(steps.map(({ request }) => request)))),
    ...lines,
  ].join('\n')
}

/** Lines for a request whose response provides values for later requests. */
function taking(request: SentRequest, own: readonly Held[], note: string): readonly string[] {
  const words = curlWords(request).join(' ')
  return [
    `answer=$(${expanded([...curlPipe(request), 'curl', '-sS', '-i', words].join(' '))}); printf '%s\\n' "$answer"${note}`,
    ...distinct(own).map(({ variable, pointer, header = '' }) => {
      const read =
        pointer === undefined
          ? `tr -d '\\r' | grep -i '^${header}:' | sed '${AFTER[header] ?? 's/^[^:]*: *//'}'`
          : `sed '1,/^\\r*$/d' | jq -r '${filterOf(pointer)}'`
      return `${variable}=$(printf '%s' "$answer" | ${read})`
    }),
  ]
}

/**
 * `sed` expressions that extract the required part of a header. The whole value of any other header is used.
 */
const AFTER: Readonly<Record<string, string>> = { location: 's|.*/\\([^/?]*\\).*|\\1|' }

/** A JSON Pointer in jq syntax, such as `.items[0]["a b"]`. */
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

/**
 * Names each variable, such as "pets_1", after the request that provided its value: the last segment of the
 * request's path that begins with a letter. Values from the same place in the same response share one
 * variable.
 */
function named(passed: readonly PassedValue[]): readonly Held[] {
  const counts = new Map<string, number>()
  const known: Held[] = []
  for (const value of passed) {
    const { by, pointer, header } = value
    const same = known.find((one) => one.by === by && one.pointer === pointer && one.header === header)
    const last = shownAddressSegments(by.request.url).findLast((segment) => /^[a-z]/i.test(segment)) ?? 'item'
    const name = last.toLowerCase().replace(/\W/g, '_')
    const count = (counts.get(name) ?? 0) + (same === undefined ? 1 : 0)
    counts.set(name, count)
    known.push({ ...value, variable: same?.variable ?? `${name}_${count}` })
  }
  return known
}

function distinct(held: readonly Held[]): readonly Held[] {
  return [...new Map(held.map((value) => [value.variable, value])).values()]
}

/**
 * Private-use characters, which requests are assumed not to contain. They enclose a variable in a request
 * until its words are quoted.
 */
const OPEN = '\ue000'
const CLOSE = '\ue001'

/**
 * Replaces marks with variables. The single quotes around each variable are closed before it and opened again
 * after it, because a shell expands no variables within them.
 */
function expanded(line: string): string {
  const mark = new RegExp(`${OPEN}(\\w+)${CLOSE}('?)`, 'g')
  return line.replace(mark, (_, variable: string, end: string) => `'"$${variable}"${end === '' ? "'" : ''}`)
}
