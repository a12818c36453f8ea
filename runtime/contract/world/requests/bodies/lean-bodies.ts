import type { Schema } from '@concordat/runtime/schema'
import { kept, moments } from '../../../lexicon/lexicon.ts'
import type { LeanBody } from './body-candidate.ts'

/**
 * Maximum number of properties that are omitted one at a time. With more, guessing would take too many
 * requests.
 */
const MOST_ALONE = 6

/**
 * Returns bodies with fewer properties, for a server that rejects a body with all of them: first without all
 * properties that servers fill in themselves, then also without objects and lists, and then without one
 * optional property at a time.
 * @param members Names and schemas of the body's optional properties.
 */
export function leanBodies(members: ReadonlyMap<string, Schema>): readonly LeanBody[] {
  const own = [...members].filter(([name, schema]) => isOwn(name, schema)).map(([name]) => name)
  const nested = [...members]
    .filter(([, { types }]) => types.some((type) => type === 'object' || type === 'array'))
    .map(([name]) => name)
  const rest = [...members.keys()].filter((name) => !own.includes(name))
  const alone = [...own, ...rest].slice(0, MOST_ALONE)
  const left = [own, [...own, ...nested], ...alone.map((name) => [name])].filter((names) => names.length > 0)
  const distinct = new Map(left.map((names) => [[...new Set(names)].sort().join(' '), new Set(names)]))
  return [...distinct.values()].map((without) => ({ kind: 'lean', without }))
}

/**
 * True for properties that servers might fill in themselves, such as times, and for UUIDs, which can refer to
 * other items. Made-up values for these are the most likely to be rejected.
 */
function isOwn(name: string, { keywords: { format } }: Schema): boolean {
  const isFilledIn = name.startsWith('_') || kept.has(name)
  const isMoment = moments.happened.has(name) || moments.times.has(name)
  return isFilledIn || isMoment || format === 'date' || format === 'date-time' || format === 'uuid'
}
