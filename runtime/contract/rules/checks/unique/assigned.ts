import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { placesIn } from '@concordat/runtime/schema-view'
import { idPathOf, itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isCodeOf, isReferenceName } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { listAll } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** Maximum depth at which to search a body for values that clients write: "lines", each, "number". */
const DEEPEST = 3
/** Number of items to create at the same time. */
const TOGETHER = 3
/** Minimum number of items with a code. With fewer, equal codes might be intended. */
const LEAST = 5

/** Properties such as "number" that no request sets, and whose names say that they identify the item. */
export function assignedCodes(document: DocumentDescriptor, resource: ResourceDescriptor): readonly string[] {
  const list = operationById(document, resource.operations.list)
  if (list?.list === undefined) return []
  const written = document.operations.flatMap((operation) => {
    const body = operation.resource?.name === resource.name ? jsonBody(operation) : undefined
    const places =
      body === undefined ? [] : [...placesIn(schemaIn(document, body.schema), { deepest: DEEPEST })]
    return places.flatMap(({ schema: { keywords }, path }) =>
      keywords.readOnly === true ? [] : (path.at(-1) ?? []),
    )
  })
  const own = new Set([...written, ...(idPathOf(resource) ?? [])])
  const thing = resource.collection.slice(resource.collection.lastIndexOf('/') + 1)
  return [...shownProperties(list, document)].flatMap(([name, { types, values }]) => {
    const isText = types.includes('string') || types.includes('integer')
    return isText && values.listed === undefined && !own.has(name) && isCodeOf(name, thing) ? [name] : []
  })
}

/**
 * Creates items at the same time, and checks that no two items in the list have the same number or code. A
 * server can also assign it twice because it counts the items, some of which were removed.
 * @param create Sends a create with new values.
 */
export async function checkAssigned(
  context: CheckContext,
  operation: OperationDescriptor,
  create: () => Promise<unknown>,
): Promise<Verdict> {
  const resource = resourceByName(context.document, operation.resource?.name)
  const codes = resource === undefined ? [] : assignedCodes(context.document, resource)
  if (resource === undefined || codes.length === 0 || !context.asks(rules.assigned)) return nothingCompared()
  const places = Array.from({ length: TOGETHER }, (_, index) => index)
  await context.race(places, () => resultIfRun(create))
  const binding = await context.pool.bindings.find(operation, 'read')
  const listed = await resultIfRun(() => listAll(context, { resource, binding }))
  if (listed === undefined || !isSuccess(listed.last.answer)) return nothingCompared()
  for (const code of codes) {
    const equal = equalCode(listed.items, { resource, code })
    if (equal === undefined) continue
    return [twice(context, operation, { answer: listed.last.answer, code, ...equal })]
  }
  return []
}

interface CodeOf {
  readonly resource: ResourceDescriptor
  /** The name of the property. */
  readonly code: string
}

/** A code of several items, if most items have different ones. */
function equalCode(
  items: readonly unknown[],
  { resource, code }: CodeOf,
): { readonly value: unknown; readonly ids: readonly string[] } | undefined {
  const coded = items.filter((item) => ['string', 'number'].includes(typeof memberOf(item, code)))
  const byValue = [...Map.groupBy(coded, (item) => scopedCode(item, { resource, code })).values()]
  const isTelling = coded.length >= LEAST && byValue.length * 2 > coded.length
  return byValue
    .map((same) => ({
      value: memberOf(same[0], code),
      ids: [...new Set(same.flatMap((item) => itemIdOf(resource, item) ?? []))],
    }))
    .find(({ ids }) => isTelling && ids.length > 1)
}

/** Equal for items with the same code that belong to the same other items: each branch may number its own. */
function scopedCode(item: unknown, { resource, code }: CodeOf): string {
  const own = new Set([code, ...(idPathOf(resource) ?? [])])
  const scope = Object.entries(isObject(item) ? item : {}).filter(
    ([name, value]) => !own.has(name) && (isObject(value) || isReferenceName(name)),
  )
  return JSON.stringify([memberOf(item, code), scope])
}

function twice(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    answer,
    code,
    value,
    ids,
  }: {
    readonly answer: Answer
    readonly code: string
    readonly value: unknown
    readonly ids: readonly string[]
  },
) {
  return context.finding({
    ...{ operation, answer, breaks: rules.assigned },
    clause: pointerBelow(operation.pointer, 'responses'),
    fact: { kind: 'assigned twice', member: code, value: shownFieldText(value), ids },
  })
}
