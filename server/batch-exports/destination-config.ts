import path from 'node:path'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { HttpProblem } from '@concordat/runtime/server'
import { document } from '../../generated/operations.ts'
import { Refusal } from '../refusals.ts'
import { streamCompressions } from './files/json-lines.ts'
import type { Config, DestinationType } from './tables.ts'

/** A destination as a caller gives it. */
export interface DestinationFields {
  readonly type: DestinationType
  readonly config: Config
}

/** A destination's config in two: what may be shown, and what never is. */
export interface SplitConfig {
  readonly shown: Config
  readonly secrets: Config
}

/** The document's schemas of each type, for bodies and for answers: what the first has more is secret. */
const schemaNames: Readonly<Record<DestinationType, { readonly write: string; readonly read: string }>> = {
  S3: { write: 'S3DestinationWrite', read: 'S3Destination' },
  Postgres: { write: 'PostgresDestinationWrite', read: 'PostgresDestination' },
  HTTP: { write: 'HttpDestinationWrite', read: 'HttpDestination' },
  File: { write: 'FileDestination', read: 'FileDestination' },
  NoOp: { write: 'NoOpDestination', read: 'NoOpDestination' },
}

/** The members that say where a destination is. Its secrets are for that place alone. */
const addressMembers: Readonly<Record<DestinationType, readonly string[]>> = {
  S3: ['endpoint_url', 'bucket_name', 'region'],
  Postgres: ['host', 'port', 'database'],
  HTTP: ['url'],
  File: [],
  NoOp: [],
}

/** Whether a change names another address than the stored config of the same type. Null says the same as nothing. */
export function changesAddress({ type, config }: DestinationFields, stored: Config): boolean {
  return addressMembers[type].some(
    (name) => Object.hasOwn(config, name) && (config[name] ?? null) !== (stored[name] ?? null),
  )
}

const compile = createValidator(document.definitions)

/**
 * Checks a destination and splits its config. Members that the document does not name are left out: nobody could say
 * whether they are secret.
 * @throws HttpProblem with the violated rule of the document's schema, or Refusal.
 */
export function splitConfig({ type, config }: DestinationFields): SplitConfig {
  const { write, read } = schemaNames[type]
  const issues = compile({ $ref: `#/$defs/${write}` })({ type, config })
  if (issues.length > 0) {
    throw new HttpProblem({
      kind: 'invalid-body',
      issues: issues.map((issue) => ({
        location: 'body',
        path: ['destination', ...issue.instancePath.split('/').slice(1)],
        issue,
      })),
    })
  }
  assertUsable(config)
  const known = membersOf(write)
  const shown = membersOf(read)
  const members = Object.entries(config).filter(([name]) => known.has(name))
  return {
    shown: Object.fromEntries(members.filter(([name]) => shown.has(name))),
    secrets: Object.fromEntries(members.filter(([name]) => !shown.has(name))),
  }
}

function membersOf(definition: string): ReadonlySet<string> {
  const config = child(child(child(document.definitions[definition], 'properties'), 'config'), 'properties')
  return new Set(Object.keys(config ?? {}))
}

function child(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const found = typeof schema === 'object' ? schema[name] : undefined
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : undefined
}

/** What no schema says. */
function assertUsable(config: Config): void {
  const { file_format, compression, path: folder, url, endpoint_url } = config
  const isPlain = file_format !== 'Parquet' && typeof compression === 'string'
  if (isPlain && !Object.hasOwn(streamCompressions, compression)) {
    throw new Refusal('compressionOfOtherFormat', attr('compression'))
  }
  if (typeof folder === 'string' && !staysBelow(folder)) throw new Refusal('pathOutsideRoot', attr('path'))
  for (const [name, address] of Object.entries({ url, endpoint_url })) {
    if (typeof address === 'string' && !isHttp(address)) throw new Refusal('addressNotHttp', attr(name))
  }
}

const attr = (member: string): string => `destination__config__${member}`

function staysBelow(folder: string): boolean {
  const normal = path.posix.normalize(folder)
  return (
    !path.posix.isAbsolute(normal) && normal !== '..' && !normal.startsWith('../') && !folder.includes('\0')
  )
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}
