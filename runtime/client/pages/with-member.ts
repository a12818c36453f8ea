import type { MemberPath } from '../../http/operation.ts'

/** The holder with one member of it, or of what it holds, set. */
export function withMember(holder: unknown, [name = '', ...rest]: MemberPath, value: unknown): object {
  const members = holder as Readonly<Record<string, unknown>> | undefined
  return { ...members, [name]: rest.length === 0 ? value : withMember(members?.[name], rest, value) }
}
