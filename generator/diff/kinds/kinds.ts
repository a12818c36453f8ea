import type { Consequence, KindOfChange } from './consequences.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import { SCHEMA_KINDS, type SchemaKindName } from './schema-kinds.ts'

export type KindName = keyof typeof DOCUMENT_KINDS | SchemaKindName

/** Every kind of change, with the parties that it breaks. */
export const KINDS: ReadonlyMap<KindName, KindOfChange> = new Map<KindName, KindOfChange>([
  ...(Object.entries<KindOfChange>(DOCUMENT_KINDS) as [keyof typeof DOCUMENT_KINDS, KindOfChange][]),
  ...SCHEMA_KINDS,
])

export const KIND_NAMES: readonly KindName[] = [...KINDS.keys()]

/** @throws {TypeError} if the kind does not exist. */
export function changeKind(name: KindName): KindOfChange {
  const kind = KINDS.get(name)
  if (kind === undefined) throw new TypeError(`There is no kind "${name}".`)
  return kind
}

export const SEVERITIES = ['error', 'warning', 'info'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Consequences for running programs. */
const ACUTE: readonly Consequence[] = ['wire', 'callerRunTime']

/**
 * `error` breaks unchanged callers, and `warning` breaks callers that regenerate their client; everything
 * else is `info`.
 */
export function changeSeverity(kind: KindName): Severity {
  const { breaks, severity } = changeKind(kind)
  if (severity !== undefined) return severity
  if (breaks.some((consequence) => ACUTE.includes(consequence))) return 'error'
  return breaks.includes('callerSource') ? 'warning' : 'info'
}
