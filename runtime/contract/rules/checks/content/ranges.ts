import type { OperationDescriptor } from '@concordat/runtime/http'
import { responseClause } from '../../../data/document/clause.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { headerParameter } from '../../../world/requests/header-parameters.ts'
import type { CheckContext } from '../../check.ts'
import { bytesTold, isSameBytes } from './bytes.ts'
import { rules } from './rules.ts'

const PARTIAL = 206
const UNSATISFIABLE = 416

interface Ranged {
  readonly download: OperationDescriptor
  readonly plan: RequestPlan
  /** The whole file. */
  readonly down: Answer
  readonly bytes: Uint8Array
}

/**
 * Checks ranges of a file: its beginning, its end, everything from a position, and a range outside the file.
 * A server is allowed to return the whole file instead.
 * @see RFC 9110, 14.2, 14.4 and 15.5.17
 */
export async function checkRanges(context: CheckContext, ranged: Ranged): Promise<Finding[]> {
  const { download, plan, down, bytes } = ranged
  const { length } = bytes
  if (!isOffered(ranged) || !context.asks(rules.range) || length < LEAST) return []
  const ranges: readonly Range[] = [
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
  for (const range of ranges) {
    const answer = await ask(range.range)
    // The server is allowed to return the whole file. Any status other than the whole file's, 206 and 416
    // says nothing about ranges.
    if (![PARTIAL, UNSATISFIABLE, down.status].includes(answer.status)) return []
    const fault =
      answer.status === down.status ? faultOfBytes(answer, bytes) : faultOfPart(answer, range, bytes)
    if (fault !== undefined) return [report(answer, range.range, ...fault)]
  }
  const range = `bytes=${length + 5}-`
  const beyond = await ask(range)
  const isRight = beyond.status === UNSATISFIABLE || beyond.status === down.status
  if (!isRight) return [report(beyond, range, 'status 416 or the whole file', `status ${beyond.status}`)]
  const told416 = beyond.headers.get('content-range')
  return beyond.status === UNSATISFIABLE && told416 !== null && told416 !== `bytes */${length}`
    ? [report(beyond, range, `Content-Range: bytes */${length}`, told416)]
    : []
}

interface Range {
  readonly range: string
  readonly from: number
  /** Index after the range's last byte. */
  readonly to: number
}

type Fault = readonly [wanted: string, received: string]

/** True if the document or the server declares that parts of the file can be requested. */
function isOffered({ download, down }: Ranged): boolean {
  return (
    String(PARTIAL) in download.responses ||
    headerParameter(download, 'range') !== undefined ||
    down.headers.get('accept-ranges') === 'bytes'
  )
}

function faultOfBytes({ octets: raw, text }: Answer, wanted: Uint8Array): Fault | undefined {
  const octets = raw ?? new TextEncoder().encode(text)
  return isSameBytes(octets, wanted) ? undefined : [bytesTold(wanted, octets), bytesTold(octets, wanted)]
}

/** The fault in a 206 response, or in a 416 response. A 416 is always wrong for a range within the file. */
function faultOfPart(answer: Answer, { from, to }: Range, bytes: Uint8Array): Fault | undefined {
  const wanted = bytes.subarray(from, to)
  if (answer.status === UNSATISFIABLE) return [bytesTold(wanted, wanted), 'status 416']
  const place = answer.headers.get('content-range') ?? 'no Content-Range'
  const right = [`bytes ${from}-${to - 1}/${bytes.length}`, `bytes ${from}-${to - 1}/*`]
  const other = right.includes(place) ? undefined : ([`Content-Range: ${right[0]}`, place] as const)
  return faultOfBytes(answer, wanted) ?? other
}

/** Minimum length, in bytes, of a file whose ranges are tested. */
const LEAST = 12
