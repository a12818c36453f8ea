import { plain } from '@concordat/runtime/lexicon'
import { successResponse } from '../operation/success.ts'
import type { Value } from './answer.ts'
import { CURSOR, LAST_READ, OFFSET, PAGE } from './names.ts'
import {
  haveTypeInCommon,
  type PageStyle,
  type Parameter,
  type Subject,
  shown,
  type Verdict,
} from './subject.ts'

/** A value of the answer for a parameter of the next request: "next_cursor" for "cursor", "metadata.continue" for "continue". */
export function byCursor(subject: Subject): Verdict | undefined {
  const { parameters, values, end } = subject
  const takers = parameters.filter(({ name }) => [CURSOR, OFFSET, PAGE].some((names) => names.includes(name)))
  const pairs = takers.flatMap((parameter) =>
    values.flatMap((value) => {
      const rank = value.isUrl || value.types.has('boolean') ? undefined : rankOf(parameter, value, subject)
      return rank === undefined ? [] : [{ parameter, value, rank }]
    }),
  )
  const best = Math.min(...pairs.map(({ rank }) => rank))
  const [pair, ...others] = pairs.filter(({ rank }) => rank === best)
  if (pair === undefined) return byHeader(subject, takers)
  const { parameter, value } = pair
  const style: PageStyle = {
    next: { from: 'body', path: value.path },
    sent: { in: parameter.in, path: parameter.path },
    ...end,
  }
  if (others.length > 0) {
    const doubt = `several members of the answer may be the next one: ${[pair, ...others].map(({ value }) => shown(value)).join(', ')}`
    return { doubt, likely: style }
  }
  if (!haveTypeInCommon(parameter, value))
    return { doubt: `${shown(parameter)} and ${shown(value)} have different types` }
  if (!value.canBeAbsent && end.more === undefined && end.last === undefined)
    return {
      doubt: `${shown(value)} of the answer is never null or absent, so no page is the last one`,
      likely: style,
    }
  return style
}

/** How surely a value is the one for a parameter, the lower the surer; `undefined` where nothing says so. */
function rankOf(parameter: Parameter, value: Value, subject: Subject): number | undefined {
  const { parameters, values, end } = subject
  const { name, container } = value
  const cursors = parameters.filter((other) => CURSOR.includes(other.name))
  const isCursor = CURSOR.includes(parameter.name)
  const isOnlyCursor = cursors.length === 1 && cursors[0] === parameter
  const wanted = parameter.name.replace(/^next(?=.)/, '')
  if (name === `next${wanted}`) return 1
  const isSaidNext = container === 'next' || container === 'nextpage'
  if (isSaidNext && (name === parameter.name || (isOnlyCursor && name === 'cursor'))) return 1
  if (container === parameter.name && name === 'next') return 1
  const stem = /^next(?:page)?(.+)$/.exec(name)?.[1]
  if (stem !== undefined && stem === parameter.name.replace(/^(?:start|page|pagination|after)(?=.)/, ''))
    return 2
  if (!isCursor) return undefined
  if (name === parameter.name && isNeverEcho(value, end)) return 3
  // "cursor" beside "next" may be the next one too.
  const hasOther = values.some((other) => other.name === parameter.name)
  if (isOnlyCursor && name === 'next' && !hasOther) return 4
  const isAfter = /after/.test(parameter.name)
  return isOnlyCursor && isAfter && LAST_READ.includes(name) && (end.more ?? end.last) !== undefined
    ? 5
    : undefined
}

/** A member of the parameter's own name may be what was sent. */
function isNeverEcho({ name, container, isOfNext }: Value, { more, last }: Subject['end']): boolean {
  if (isOfNext || name.startsWith('continu') || (more ?? last) !== undefined) return true
  return container === 'cursor' || container === 'cursors'
}

/** A header of the answer for a parameter of the next request: "X-Next-Page" for "page". */
function byHeader({ operation, end }: Subject, takers: readonly Parameter[]): Verdict | undefined {
  for (const header of Object.keys(successResponse(operation)?.headers ?? {})) {
    const name = plain(header.replace(/^x-/i, ''))
    const parameter = takers.find((taker) => name === `next${taker.name}`)
    if (parameter !== undefined)
      return {
        next: { from: 'header', name: header },
        sent: { in: parameter.in, path: parameter.path },
        ...end,
      }
  }
  return undefined
}
