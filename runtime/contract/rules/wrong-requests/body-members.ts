import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { identifierMembers } from '../../world/requests/members/identifier-members.ts'
import type { CheckContext } from '../check.ts'

/** A property of a JSON body whose value can be replaced. */
export interface JudgedMember {
  readonly name: string
  readonly schema: Schema
  /** A valid one. */
  readonly value: unknown
  /** Returns the body with this value. */
  within(value: unknown): unknown
}

/** A valid JSON body, and its properties except those that identify an item or its position. */
interface JudgedBody {
  readonly schema: Schema
  readonly whole: unknown
  readonly members: readonly JudgedMember[]
  /** The properties that are tried one at a time: all, unless the body is very large. */
  readonly alone: readonly JudgedMember[]
}

/**
 * Maximum total number of characters, with one body per property. A body with a few hundred properties is
 * tried with each of them; with 10,000 properties, the bodies would exhaust the run's memory and time.
 */
const MOST_CHARACTERS = 10_000_000

/**
 * Returns a valid JSON body and its properties. In an update or action, each property is sent alone, so that
 * the server cannot reject a different property instead; other bodies are sent completely.
 */
export function judgedMembers(
  { pool, document }: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): JudgedBody {
  const body = jsonBody(operation)
  const schema = schemaIn(document, body?.schema)
  if (body === undefined) return { schema, whole: undefined, members: [], alone: [] }
  const full = pool.requests.value(schema, { variant: 'full', hint: 'body' })
  const whole = plan.body?.value ?? full
  if (!isObject(whole) || !isObject(full)) return { schema, whole, members: [], alone: [] }
  const isPartial = operation.resource?.role === 'update' || operation.resource?.role === 'action'
  const identifiers = identifierMembers(operation, document)
  const members = [...schema.properties]
    .filter(([name]) => !identifiers.has(name))
    .map(([name, own]) => ({
      ...{ name, schema: own, value: whole[name] ?? full[name] },
      within: (value: unknown) => ({ ...(isPartial ? {} : whole), [name]: value }),
    }))
  const most = Math.ceil(MOST_CHARACTERS / JSON.stringify(full).length)
  return { schema, whole, members, alone: evenly(members, most) }
}

/** Returns at most `most` items, evenly distributed over a list. */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const step = items.length / most
  return Array.from({ length: most }, (_, index) => items[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  )
}

/** True if the document without overlays excludes a body. */
export function excludesBody(context: CheckContext, base: OperationDescriptor, value: unknown): boolean {
  const body = jsonBody(base)
  return body !== undefined && context.baseValidator(body.schema)(value).length > 0
}
