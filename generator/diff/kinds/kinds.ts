import type { Consequence, KindOfChange } from './consequences.ts'
import { DOCUMENT_CHANGE_KINDS } from './document-kinds.ts'
import { SCHEMA_CHANGE_KINDS, type SchemaKindName } from './schema-kinds.ts'

export type ChangeKindName = keyof typeof DOCUMENT_CHANGE_KINDS | SchemaKindName

/** Every kind of change, with its message and consequences. */
export const CHANGE_KINDS: ReadonlyMap<ChangeKindName, KindOfChange> = new Map<ChangeKindName, KindOfChange>([
  ...(Object.entries<KindOfChange>(DOCUMENT_CHANGE_KINDS) as [
    keyof typeof DOCUMENT_CHANGE_KINDS,
    KindOfChange,
  ][]),
  ...SCHEMA_CHANGE_KINDS,
])

export const CHANGE_KIND_NAMES: readonly ChangeKindName[] = [...CHANGE_KINDS.keys()]

/** @throws {TypeError} if the kind does not exist. */
export function changeKind(name: ChangeKindName): KindOfChange {
  const kind = CHANGE_KINDS.get(name)
  if (kind === undefined) throw new TypeError(`There is no kind "${name}".`)
  return kind
}

export const SEVERITIES = ['error', 'warning', 'info'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Consequences for running programs. */
const ACUTE: readonly Consequence[] = ['wire', 'callerRunTime']

/**
 * Returns a kind's own severity or, if it has none, `error` if it breaks unchanged callers, `warning` if it
 * breaks callers that regenerate their client, and otherwise `info`.
 */
export function changeSeverity(kind: ChangeKindName): Severity {
  const { breaks, severity } = changeKind(kind)
  if (severity !== undefined) return severity
  if (breaks.some((consequence) => ACUTE.includes(consequence))) return 'error'
  return breaks.includes('callerSource') ? 'warning' : 'info'
}
