import type { Finding } from '../outcome/finding.ts'
import { isRefusal, masked } from './likeness.ts'

/** Rules that each see it when a member is not kept. */
const OF_MEMBERS = ['lifecycle', 'round-trip', 'agreement']

/**
 * Causes that explain a finding whatever rule, operation or member met it: what a server does everywhere is one thing to mend,
 * and so is one line of its code.
 */
export function causesOf(finding: Finding): readonly string[] {
  const { rule, grade, clause, weight, operationId, expected, received, wrong = '', exchange } = finding
  const { status = 0, body = '' } = exchange.response ?? {}
  const causes: unknown[][] = []
  if (weight === 'crash') causes.push(['crash', operationId, status, masked(body)])
  else if (rule === 'authentication' && status < 300) causes.push(['anybody gets in', grade])
  else if (/^\d+ is not documented/.test(wrong)) causes.push(['not documented', grade, status])
  else if (isRefusal(status) && /\/responses\/[^/]+\/content$/.test(clause))
    causes.push(['media type of refusals', grade, received])
  else if (OF_MEMBERS.includes(rule)) {
    const member = /^"([^"]+)"/.exec(expected)?.[1]
    if (member !== undefined) causes.push(['member', grade, addressOf(exchange.request.url), member])
  }
  return causes.map((cause) => JSON.stringify(cause))
}

/**
 * What a server may not look at at all: the kind of wrong request that it took ("type" of "…/properties/name/type"), and whose item
 * it is. `undefined` for any other finding.
 */
export function laxityOf({ rule, weight, grade, clause, exchange }: Finding): string | undefined {
  const isAnswered = (exchange.response?.status ?? 0) < 300
  if (isAnswered && rule === 'tenancy' && clause.endsWith('/security')) return JSON.stringify([rule, grade])
  const isTaken = isAnswered && weight === 'leniency'
  const keyword = clause.slice(clause.lastIndexOf('/') + 1)
  return isTaken ? JSON.stringify(['takes what breaks', rule, grade, keyword]) : undefined
}

/** The path of an address, without what looks like an id. */
function addressOf(url: string): string {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => !/\d/.test(segment) || /^v\d+$/.test(segment))
    .join('/')
}
