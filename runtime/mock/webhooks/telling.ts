import { ENVELOPE_DEPTH, eventInName } from '@concordat/contract/lexicon'
import { isJson, type MediaTypeDescriptor, type OperationDescriptor } from '@concordat/runtime/http'
import { setAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { type Place, placesIn } from '@concordat/runtime/schema-view'
import type { ItemEvent } from '../state/item.ts'
import type { World } from '../state/world.ts'

/** The JSON content of a webhook's body, or its first content if none is JSON, with the media type. */
export function webhookContent({
  requestBody,
}: OperationDescriptor): readonly [string, MediaTypeDescriptor] | undefined {
  const content = Object.entries(requestBody?.content ?? {})
  return content.find(([mediaType]) => isJson(mediaType)) ?? content[0]
}

/**
 * The body of a webhook for an event; `undefined` if its schema does not contain the item's, or if its name
 * or body identifies only other events. A webhook that identifies no event is for every event.
 * @throws Unmakeable if no valid body is found.
 */
export function webhookBody(
  webhook: OperationDescriptor,
  { kind, resource, item }: ItemEvent,
  world: World,
): unknown {
  const schema = world.maker.schema(webhookContent(webhook)?.[1].schema)
  const path = placeOf(world.resources.known(resource).schema, schema)
  if (path === undefined) return undefined
  const said = eventInName(webhook.operationId)
  if (said !== undefined && said !== kind) return undefined
  const shown = item.show(schema.at(path) ?? schema)
  if (path.length === 0) return shown
  const whole = setAt(world.maker.make(schema, 'event', 'example'), path, shown)
  const stated = statedBy(schema, { kind, isSaid: said !== undefined })
  return stated === undefined ? undefined : { ...Object(whole), ...stated }
}

/** Path to the part of a body that has the same `$ref` as the item. */
function placeOf(item: Schema, body: Schema): readonly string[] | undefined {
  const name = referenceIn(item)
  if (name === undefined) return undefined
  // A webhook is about one item.
  const within = ({ schema }: Place): boolean => !schema.values.areLists
  for (const { schema, path } of placesIn(body, { deepest: ENVELOPE_DEPTH, within }))
    if (referenceIn(schema) === name) return path
  return undefined
}

function referenceIn({ written }: Schema): string | undefined {
  return typeof written === 'object' ? written.$ref : undefined
}

/**
 * Properties of the body that identify the event; `undefined` if one of them can identify only other events
 * and the webhook's name identifies no event.
 */
function statedBy(
  { properties }: Schema,
  { kind, isSaid }: { readonly kind: ItemEvent['kind']; readonly isSaid: boolean },
): Readonly<Record<string, unknown>> | undefined {
  const stated: Record<string, unknown> = {}
  for (const [member, schema] of properties) {
    const values = schema.values.listed ?? []
    const kinds = values.map((value) => (typeof value === 'string' ? eventInName(value) : undefined))
    if (kinds.every((each) => each === undefined)) continue
    if (kinds.includes(kind)) stated[member] = values[kinds.indexOf(kind)]
    else if (!isSaid) return undefined
  }
  return stated
}
