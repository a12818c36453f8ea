import type { Answer } from '../exchange/answer.ts'

/**
 * The members that a refusal is about: those that its text names, where it names some and not all. Without them the same
 * request has better prospects than each of its members alone.
 */
export function refusedMembers({ text }: Answer, names: readonly string[]): ReadonlySet<string> {
  const named = names.filter((name) => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(text))
  return new Set(named.length < names.length ? named : [])
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
