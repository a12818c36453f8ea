import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { HttpProblem } from '@concordat/runtime/server'
import { document } from '../../../generated/operations.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { exportRefusals } from '../refusals.ts'
import type { DestinationConfig, DestinationType } from '../tables.ts'
import { destinationKinds } from './kinds.ts'

/** A destination as a caller specifies it. */
export interface DestinationFields {
  readonly type: DestinationType
  readonly config: DestinationConfig
}

/** A destination's config, split into a public part and a secret part. */
export interface SplitConfig {
  readonly shown: DestinationConfig
  readonly secrets: DestinationConfig
}

/**
 * True if a change specifies a different address than the stored config of the same type. Null counts as
 * absent.
 */
export function changesDestinationAddress(
  { type, config }: DestinationFields,
  stored: DestinationConfig,
): boolean {
  return destinationKinds[type].address.some(
    (name) => Object.hasOwn(config, name) && (config[name] ?? null) !== (stored[name] ?? null),
  )
}

/** Maximum length of a config as JSON. It is limited because a page of exports contains many configs. */
const mostCharacters = 100_000

const compile = createValidator(document.definitions)

/**
 * Checks a destination and splits its config. The document's schemas reject unknown properties, because their
 * purpose, and whether they are secret, would be unknown.
 * @throws HttpProblem with the violated rule of the document's schema, or Refusal.
 */
export function splitDestinationConfig({ type, config }: DestinationFields): SplitConfig {
  if (JSON.stringify(config).length > mostCharacters)
    throw new Refusal(exportRefusals.configTooLarge, 'destination__config')
  const kind = destinationKinds[type]
  const write = `${kind.schema}Write`
  const body = Object.hasOwn(document.definitions, write) ? write : kind.schema
  const issues = compile({ $ref: `#/$defs/${body}` })({ type, config })
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
  const problem = kind.check?.(config)
  if (problem !== undefined) throw new Refusal(problem.reason, `destination__config__${problem.member}`)
  const shown = membersOf(kind.schema)
  const members = Object.entries(config)
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
