import type { ResourceDescriptor } from '@concordat/runtime/http'
import { flatSchema, propertiesOf } from '../document/flat-schema.ts'
import { jsonBody } from '../document/json-body.ts'
import { operationOf } from '../document/resource-lookup.ts'
import type { Answer } from '../exchange/answer.ts'
import type { CheckContext } from '../rule/check.ts'

/** Clocks of client and server may differ by this much, and a write may be slow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Members of an item whose values come from clients: those that its writes take, and those that an action sets. */
export function ownedByClients(
  { document }: Pick<CheckContext, 'document'>,
  resource: ResourceDescriptor,
): string[] {
  const { create, update, replace } = resource.operations
  const writes = [create, update, replace].map((operationId) => operationOf(document, operationId))
  const written = writes.flatMap((operation) => {
    const body = operation && jsonBody(operation)
    return [...propertiesOf(body?.schema, document.definitions)]
      .filter(([, schema]) => flatSchema(schema, document.definitions)['readOnly'] !== true)
      .map(([name]) => name)
  })
  return [...new Set([...written, ...setByActions({ document }, resource)])]
}

/** Members that an action sets, as the document states. */
export function setByActions(
  { document }: Pick<CheckContext, 'document'>,
  { actions }: ResourceDescriptor,
): string[] {
  return actions.flatMap((operationId) => Object.keys(operationOf(document, operationId)?.effect?.set ?? {}))
}

/** Whether a value is the time of the answer: servers note when something happened last, and no client chose that. */
export function isStamp(value: unknown, { headers }: Pick<Answer, 'headers'>): boolean {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return Math.abs(time - now) <= CLOCK_TOLERANCE_MS
}

/** How long something took follows from when it began and ended, whoever says these. */
export function isSpan(name: string): boolean {
  return /(^|_|[a-z])(duration|elapsed|run_?time|latency)($|_|[A-Z])/i.test(name)
}

/** A flag or a number may sum up other items, or order them: how many there are, whether one is in use, which comes first. */
export function isTally(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'number'
}
