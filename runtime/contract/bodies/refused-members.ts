import type { Answer } from '../exchange/answer.ts'
import { namedMembers } from './named-members.ts'

/**
 * The members that a refusal is about: those that it names, where it names some and not all. Without them the same
 * request has better prospects than each of its members alone.
 */
export function refusedMembers(answer: Answer, names: readonly string[]): ReadonlySet<string> {
  const named = namedMembers(answer, names)
  return named.size < names.length ? named : new Set()
}
