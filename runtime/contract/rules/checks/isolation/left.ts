import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import { counts, DAY_MS, momentOfText, rangeEnd } from '../../../lexicon/lexicon.ts'

/**
 * Numbers of the parts that are left according to a response: of equal entries in a list of free slots, and
 * those in properties such as "seats_left".
 */
export type Left = ReadonlyMap<string, number>

/** Maximum depth of a number. */
const DEEPEST = 3

/** Returns what a response says is left; `undefined` if it cannot say anything. */
export function leftIn(by: OperationDescriptor, answer: Answer | undefined): Left | undefined {
  if (answer === undefined || !isSuccess(answer) || answer.value === undefined) return undefined
  const left = new Map<string, number>()
  if (by.list === undefined) noteNumbers(left, answer.value, [])
  else
    for (const entry of itemsInAnswer(by, answer.value) ?? []) {
      const text = JSON.stringify(withoutNumbers(entry))
      left.set(text, (left.get(text) ?? 0) + 1)
      noteNumbers(left, entry, [text])
    }
  return left
}

function noteNumbers(left: Map<string, number>, value: unknown, around: readonly string[]): void {
  if (!isObject(value) || around.length > DEEPEST) return
  for (const [name, own] of Object.entries(value)) {
    const path = [...around, name]
    if (typeof own === 'number' && counts.spare.has(name)) left.set(path.join('.'), own)
    else noteNumbers(left, own, path)
  }
}

function withoutNumbers(entry: unknown): unknown {
  if (!isObject(entry)) return entry
  return Object.fromEntries(
    Object.entries(entry).filter(([name, own]) => typeof own !== 'number' || !counts.spare.has(name)),
  )
}

/** Returns what is missing afterwards; nothing if something else has come, as in a log of events. */
export function partsTaken(before: Left, after: Left): readonly string[] {
  if ([...after.keys()].some((part) => !before.has(part))) return []
  return [...before.keys()].filter((part) => numberOf(after, part) < numberOf(before, part))
}

/**
 * Returns the parts taken that are still missing in the end. A number that has fallen again, such as that of
 * the requests that a caller may still send, has another reason.
 */
export function partsKept({
  before,
  during,
  now,
}: Readonly<Record<'before' | 'during' | 'now', Left>>): readonly string[] {
  return partsTaken(before, during).filter(
    (part) => numberOf(now, part) < numberOf(before, part) && numberOf(now, part) >= numberOf(during, part),
  )
}

function numberOf(left: Left, part: string): number {
  return left.get(part) ?? 0
}

/**
 * Reads below the same parent that the server computes: numbers, and lists whose entries have no path of
 * their own and that no operation creates.
 */
export function derivedViews(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly OperationDescriptor[] {
  const keys = pathTemplates(resource.collection).map(({ key }) => key)
  const isBeside = ({ path }: OperationDescriptor): boolean => {
    const own = pathTemplates(path).map(({ key }) => key)
    return !path.endsWith('}') && own.length === keys.length && own.every((key) => keys.includes(key))
  }
  return document.operations.filter((by) => {
    const shown = resourceByName(document, by.resource?.name)
    const isMade = shown?.item !== undefined || shown?.operations.create !== undefined
    if (by.method !== 'GET' || !isBeside(by)) return false
    return by.list === undefined ? showsLeft(document, by) : by.resource?.role === 'list' && !isMade
  })
}

/** True if a response has a number whose name says that it counts what is left. */
export function showsLeft(document: DocumentDescriptor, by: OperationDescriptor): boolean {
  return shownSchemas(by, document).some((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].some(
      ({ schema: { types }, path }) =>
        !path.includes(EACH) &&
        types.some((type) => type === 'integer' || type === 'number') &&
        counts.spare.has(path.at(-1) ?? ''),
    ),
  )
}

const YEAR_2000 = Date.UTC(2000)
/** Times that are further from the year 2000 have no date with four digits for the year. */
const MOST_APART = 1900 * 365 * DAY_MS

/** Returns the values with which a read's parameters for dates and times include those of a sent body. */
export function queryAround(
  document: DocumentDescriptor,
  { parameters = [] }: OperationDescriptor,
  sent: unknown,
): Readonly<Record<string, unknown>> {
  const times = Object.values(isObject(sent) ? sent : {})
    .flatMap((value) => momentOfText(value) ?? [])
    .filter((time) => Math.abs(time - YEAR_2000) < MOST_APART)
  if (times.length === 0) return {}
  const day = (time: number, days: number): number => (Math.floor(time / DAY_MS) + days) * DAY_MS
  return Object.fromEntries(
    parameters.flatMap(({ in: location, name, schema }): readonly [string, unknown][] => {
      const { format } = schemaIn(document, schema).keywords
      if (location !== 'query' || (format !== 'date' && format !== 'date-time')) return []
      const isEnd = rangeEnd(name)?.end === 'greatest'
      const time = isEnd ? day(Math.max(...times), 1) : day(Math.min(...times), 0)
      const text = new Date(time).toISOString()
      return [[name, format === 'date' ? text.slice(0, 'YYYY-MM-DD'.length) : text]]
    }),
  )
}
