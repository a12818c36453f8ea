import type { Finding } from '../outcome/finding.ts'

/**
 * What two findings of different operations share when one cause explains both: rule and grade, the part of the operation
 * that is broken, and what was expected and received, but for what each request brought along. Of a refusal with another
 * status than a documented one status and media type count, as its words are about the request; of a success with another
 * status the status, of a broken header that it is broken, and of odd values that crash the server not which members had them.
 */
export function likenessOf(finding: Finding): string {
  const { rule, grade, clause, expected, received, exchange } = finding
  const part = partOf(clause)
  const isWholeOperation = part === '' || part === '/responses'
  const { status = 0, headers = {} } = exchange.response ?? {}
  const isRefusal = isWholeOperation && received.startsWith('status 4')
  const wanted = withoutNumbers(withoutRequest(expected, finding))
  if (isOtherSuccess(finding)) return JSON.stringify([rule, grade, expected, status])
  if (finding.weight === 'crash' && finding.cause?.kind === 'odd value')
    return JSON.stringify([rule, grade, status, masked(finding.exchange.response?.body ?? '')])
  return JSON.stringify([
    ...[rule, grade, part, isWholeOperation ? withoutNames(wanted, finding) : wanted],
    ...(isRefusal ? [status, headers['content-type']?.split(';')[0] ?? ''] : []),
    ...(isRefusal || part.includes('/headers/')
      ? []
      : [withoutNumbers(withoutRequest(whole(finding), finding))]),
  ])
}

/** What was expected of an operation as a whole: of a member that crashes the server it does not count what was wrong with it. */
function withoutNames(wanted: string, { weight }: Finding): string {
  const text = wanted.replace(/"[^"]*"/g, '…')
  return weight === 'crash' ? text.replace(/(?<=a body whose …) .*/, '') : text
}

/** Whether a valid request succeeded, and not with the status that the document has. */
export function isOtherSuccess({ clause, expecting, exchange }: Finding): boolean {
  const { status = 0 } = exchange.response ?? {}
  const isOfStatus = expecting === 'success' && /\/responses(\/[^/]+)?$/.test(clause)
  return isOfStatus && status >= 200 && status < 400
}

/** A text without ids, numbers and quoted values: those differ from request to request. */
export function masked(text: string): string {
  return text.replace(/"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')
}

/** "org.example.orders.OrderQuery" */
const QUALIFIED = /\b(?:[a-z_]\w*\.){2,}[A-Z][\w$]*/g

/** The rest of a clause below its path or operation; any other clause as it is. */
function partOf(clause: string): string {
  return clause.replace(/^#\/paths\/[^/]+(\/(get|put|post|delete|options|head|patch|trace)(?=\/|$))?/, '')
}

/**
 * What was received, not cut where an answer is long: else the length of a path would tell answers apart. Of a crash the first line of
 * each text counts, without the names of classes: the statement or the calls that follow, and the class of what a request holds, are
 * the operation's own.
 */
function whole({ received, weight, exchange: { response } }: Finding): string {
  const isAnswer = response !== undefined && received.startsWith(`status ${response.status}`)
  if (!isAnswer) return received
  const body =
    weight === 'crash'
      ? response.body.replace(/\\n(?:[^"\\]|\\.)*/g, '').replace(QUALIFIED, '…')
      : response.body
  return `status ${response.status} ${body}`
}

/** A text without the request's method and path, and without the identifiers in it. */
function withoutRequest(text: string, { exchange: { request } }: Finding): string {
  const { pathname } = new URL(request.url)
  const values = decoded(pathname)
    .split('/')
    .filter((segment) => /\d/.test(segment))
  return [pathname, decoded(pathname), ...values]
    .filter((value) => value !== '/')
    .reduce((rest, value) => withoutWord(rest, value), text)
    .replace(new RegExp(`\\b${request.method}\\b`, 'g'), '…')
}

/** Not within a longer word: a path that ends in "0" says nothing of the zeros in a page. */
function withoutWord(text: string, value: string): string {
  const parts = text.split(value)
  return parts.reduce((before, after) => {
    const isWhole = !/[\w.]$/.test(before) && !/^[\w.]/.test(after)
    return before + (isWhole ? '…' : value) + after
  })
}

/** Statuses stay: they are what a finding is about. */
function withoutNumbers(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, (value) => (/^[1-5]\d\d$/.test(value) ? value : '…'))
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
