import { isObject } from '@concordat/runtime/json'
import { didYouMean } from '@concordat/runtime/nearest'
import {
  describeOptionPath,
  type JsonValues,
  type Kind,
  type OptionPath,
  type ValueProblem,
} from '../kinds/kind.ts'
import { describeOptionFallback, type OptionMember } from './option.ts'

/** A configuration object with fixed members and a named type. */
export interface ObjectKind<Value = unknown> extends Kind<Value> {
  /** The object's purpose, with a final period, for its doc comment. */
  readonly means: string
  readonly members: Readonly<Record<string, OptionMember>>
}

/**
 * @param type Name of the TypeScript type, which is printed from the members.
 * @param rule Checks a condition on several members. If it is violated, returns the rest of a sentence, such
 * as "needs one of …".
 */
export function objectKind<Value>(declared: {
  readonly type: string
  readonly means: string
  readonly members: Readonly<Record<string, OptionMember>>
  rule?(value: Readonly<Record<string, unknown>>): string | undefined
}): ObjectKind<Value> {
  const { type, means, members, rule } = declared
  return {
    type,
    means,
    members,
    expected: 'an object',
    parts: Object.values(members).map(({ kind }) => kind),
    schema: schemaOf(declared),
    check(value, path) {
      const place = describeOptionPath(path)
      if (!isObject(value)) return [{ path, message: `"${place}" is not an object.` }]
      const problems = checkOptionMembers(value, { members, path })
      const broken = rule?.(value)
      return broken === undefined ? problems : [...problems, { path, message: `"${place}" ${broken}.` }]
    },
    resolve: (value, folder) => resolveOptionMembers(value, members, folder),
  }
}

/** JSON Schema for the members that JSON can express, with their purposes as descriptions. */
function schemaOf({ means, members }: Pick<ObjectKind, 'means' | 'members'>): JsonValues {
  const properties = Object.entries(members).flatMap(([name, member]) =>
    member.kind.schema === undefined
      ? []
      : [[name, { description: descriptionOf(member), ...member.kind.schema }] as const],
  )
  const required = Object.keys(members).filter((name) => members[name]?.isRequired === true)
  return {
    type: 'object',
    ...(means !== '' && { description: means }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function descriptionOf(member: OptionMember): string {
  const fallback = describeOptionFallback(member)
  const sentence = `${member.means.charAt(0).toUpperCase()}${member.means.slice(1)}.`
  return fallback === undefined ? sentence : `${sentence} Default: ${fallback}.`
}

/** Reports missing and unknown members of an object, and members with wrong values. */
export function checkOptionMembers(
  value: Readonly<Record<string, unknown>>,
  { members, path }: { readonly members: Readonly<Record<string, OptionMember>>; readonly path: OptionPath },
): readonly ValueProblem[] {
  const missing = Object.entries(members).filter(
    ([name, { isRequired }]) => isRequired === true && value[name] === undefined,
  )
  return [
    ...missing.map(([name]) => ({ path, message: `${subjectOf(path)} has no "${name}".` })),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      if (member === undefined) return [unknownMember([...path, name], Object.keys(members))]
      return inner === undefined ? [] : member.kind.check(inner, [...path, name])
    }),
  ]
}

/** The object with all paths in its members made absolute. */
export function resolveOptionMembers<Value>(
  value: Value,
  members: Readonly<Record<string, OptionMember>>,
  folder: string,
): Value {
  const resolved = Object.entries(Object(value) as Record<string, unknown>).map(([name, inner]) => {
    const resolve = inner === undefined ? undefined : members[name]?.kind.resolve
    return [name, resolve === undefined ? inner : resolve(inner, folder)]
  })
  return Object.fromEntries(resolved) as Value
}

function unknownMember(path: OptionPath, known: readonly string[]): ValueProblem {
  const name = String(path.at(-1))
  const hint = didYouMean(name, known) || ` Expected: ${known.join(', ')}.`
  const subject = subjectOf(path.slice(0, -1))
  return { path, message: `${subject} has an unknown property "${name}".${hint}` }
}

function subjectOf(path: OptionPath): string {
  return path.length === 0 ? 'The configuration' : `"${describeOptionPath(path)}"`
}
