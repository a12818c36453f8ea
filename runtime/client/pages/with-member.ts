import type { MemberPath } from '../../http/operation.ts'

/** A copy of an object in which a property, possibly nested, is set. */
export function withPageMember(holder: unknown, [name = '', ...rest]: MemberPath, value: unknown): object {
  const members = holder as Readonly<Record<string, unknown>> | undefined
  return { ...members, [name]: rest.length === 0 ? value : withPageMember(members?.[name], rest, value) }
}
