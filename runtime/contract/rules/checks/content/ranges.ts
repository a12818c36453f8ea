import type { OperationDescriptor } from '@concordat/runtime/http'
import { responseClause } from '../../../data/document/clause.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { headerParameter } from '../../../world/requests/header-parameters.ts'
import type { CheckContext } from '../../check.ts'
import { isEqual, told } from './bytes.ts'
import { rules } from './rules.ts'

const PARTIAL = 206
const UNSATISFIABLE = 416

interface Ranged {
  readonly download: OperationDescriptor
  readonly plan: RequestPlan
  /** The whole. */
  readonly down: Answer
  readonly bytes: Uint8Array
}

/**
 * Ranges of a file: its beginning, its end, the rest from somewhere, and nothing that there is. A server may give the whole
 * instead. @see RFC 9110, 14.2, 14.4 and 15.5.17
 */
export async function checkRanges(context: CheckContext, ranged: Ranged): Promise<Finding[]> {
  const { download, plan, down, bytes } = ranged
  const { length } = bytes
  const isOffered =
    String(PARTIAL) in download.responses ||
    headerParameter(download, 'range') !== undefined ||
    down.headers.get('accept-ranges') === 'bytes'
  if (!isOffered || !context.asks(rules.range) || length < LEAST) return []
  const ranges = [
    { range: 'bytes=0-3', from: 0, to: 4 },
    { range: `bytes=${length - 3}-`, from: length - 3, to: length },
    { range: 'bytes=-4', from: length - 4, to: length },
    { range: `bytes=2-${length + 9}`, from: 2, to: length },
  ]
  const report = (answer: Answer, range: string, wanted: string, received: string): Finding =>
    context.finding({
      ...{ operation: download, answer, beside: [down] },
      clause: responseClause(
        download,
        String(answer.status) in download.responses ? String(answer.status) : '200',
      ),
      breaks: rules.range,
      fact: { kind: 'other range', range, wanted, received },
    })
  const ask = (range: string): Promise<Answer> =>
    context.read({ ...plan, further: { ...plan.further, range } })
  for (const { range, from, to } of ranges) {
    const answer = await ask(range)
    const wanted = bytes.subarray(from, to)
    const octets = answer.octets ?? new TextEncoder().encode(answer.text)
    if (answer.status === UNSATISFIABLE) return [report(answer, range, told(wanted, wanted), 'status 416')]
    // It may give the whole; any other answer says nothing of ranges.
    const meant = answer.status === PARTIAL ? wanted : answer.status === down.status ? bytes : undefined
    if (meant === undefined) return []
    if (!isEqual(octets, meant)) return [report(answer, range, told(meant, octets), told(octets, meant))]
    if (answer.status !== PARTIAL) continue
    const place = answer.headers.get('content-range') ?? 'no Content-Range'
    const right = [`bytes ${from}-${to - 1}/${length}`, `bytes ${from}-${to - 1}/*`]
    if (!right.includes(place)) return [report(answer, range, `Content-Range: ${right[0]}`, place)]
  }
  const range = `bytes=${length + 5}-`
  const beyond = await ask(range)
  const isRight = beyond.status === UNSATISFIABLE || beyond.status === down.status
  if (!isRight) return [report(beyond, range, 'status 416', `status ${beyond.status}`)]
  const told416 = beyond.headers.get('content-range')
  return beyond.status === UNSATISFIABLE && told416 !== null && told416 !== `bytes */${length}`
    ? [report(beyond, range, `Content-Range: bytes */${length}`, told416)]
    : []
}

/** Bytes of a file that has parts to ask for. */
const LEAST = 12
