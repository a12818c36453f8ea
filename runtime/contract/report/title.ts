import { excerpt } from '../exchange/excerpt.ts'
import type { Finding } from '../outcome/finding.ts'

/** Texts of answers are cut shorter in a title than elsewhere. */
const MOST_RECEIVED = 60

/** What is wrong, where, and on how many operations: "addPet and 3 more: 401 instead of 200". */
export function titleOf([first, ...others]: readonly [Finding, ...Finding[]]): string {
  const names = new Set([first, ...others].map(({ operationId }) => operationId))
  const more = names.size - 1
  return `${first.operationId}${more === 0 ? '' : ` and ${more} more`}: ${first.wrong ?? wrongOf(first)}`
}

/** What is wrong, made of what was expected and what came. */
function wrongOf({ expected, received, exchange }: Finding): string {
  const { status, body = '' } = exchange.response ?? {}
  const wanted = expected.replace(/^status /, '')
  if (status !== undefined && received.startsWith(`status ${status}`)) {
    const says = status >= 500 && body !== '' ? ` (${short(body)})` : ''
    return `${status}${says} instead of ${wanted}`
  }
  if (received === 'no such header') return `${wanted.replace(/^the header/, 'no header')} in the answer`
  const must = /^(.+?) (must .+)$/.exec(expected)
  if (must !== null) return `${must[1]} ${must[2]}, and is ${short(received)}`
  return `${short(received)} instead of ${wanted}`
}

function short(text: string): string {
  const line = excerpt(text)
  return line.length > MOST_RECEIVED ? `${line.slice(0, MOST_RECEIVED)}…` : line
}
