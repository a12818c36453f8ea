import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { rules } from './rules.ts'

/** A map in a request body, and a read of something else that shows a map of this name. */
interface SharedMap {
  readonly name: string
  readonly map: Schema
  /** The list in the body whose objects contain the map; absent if the body itself contains it. */
  readonly list?: string
  readonly by: OperationDescriptor
  /** Leads to the map in the response. */
  readonly path: readonly string[]
}

/** A map that clients fill and that another read shows too, such as the values of the latest readings. */
export function sharedMapOf(
  document: DocumentDescriptor,
  { method, resource, ...operation }: OperationDescriptor,
): SharedMap | undefined {
  const body = jsonBody({ method, ...operation })
  if (method === 'GET' || body === undefined) return undefined
  const { properties } = schemaIn(document, body.schema)
  const inLists = [...properties].flatMap(([list, { items }]) =>
    mapsIn(items.properties).map((one) => ({ ...one, list })),
  )
  const maps = [...mapsIn(properties), ...inLists]
  if (maps.length === 0) return undefined
  const read = resourceByName(document, resource?.name)?.operations.read
  const keys = new Set(pathTemplates(operation.path).map(({ key }) => key))
  const isBeside = (by: OperationDescriptor): boolean =>
    by.method === 'GET' &&
    by.operationId !== read &&
    pathTemplates(by.path).length === keys.size &&
    pathTemplates(by.path).every(({ key }) => keys.has(key))
  const [first] = document.operations.filter(isBeside).flatMap((by) => {
    const paths = mapPathsOf(by, document)
    return maps.flatMap((one) =>
      paths.filter((path) => path.at(-1) === one.name).map((path) => ({ ...one, by, path })),
    )
  })
  return first
}

/** The paths of the maps in a response. A response that is one map can be taken for a list. */
function mapPathsOf(by: OperationDescriptor, document: DocumentDescriptor): readonly (readonly string[])[] {
  const { list } = by
  if (list !== undefined) return list.keyed === true ? [list.items] : []
  return mapsIn(shownProperties(by, document)).map(({ name }) => [name])
}

function mapsIn(properties: ReadonlyMap<string, Schema>): readonly Pick<SharedMap, 'name' | 'map'>[] {
  return [...properties].flatMap(([name, map]) => {
    const isMap = map.types.includes('object') && map.properties.size === 0
    return isMap && map.additionalProperties.written !== false ? [{ name, map }] : []
  })
}

/**
 * Sends a map with two new entries, and looks for both where another read shows a map of this name. A read
 * that shows neither shows something else, but one that shows only one of them loses the other.
 */
export async function checkSharedMap(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const shared = sharedMapOf(context.document, operation)
  if (shared === undefined || !context.asks(rules.views)) return nothingCompared()
  const { name, map, list, by, path } = shared
  const { requests, bindings } = context.pool
  const binding = await newPlace(context, operation)
  const plan = requests.best(operation, binding)
  const value = (): unknown =>
    requests.value(map.additionalProperties.written, { variant: 'full', hint: name })
  const tag = requests.names.tag().replaceAll(/\W/g, '')
  const entries = { [`a${tag}`]: value(), [`b${tag}`]: value() }
  const body = withMap(plan.body?.value, { name, list, entries })
  if (body === undefined || !map.allows(entries)) return nothingCompared()
  const sending = requestWithBody(plan, body)
  const { answer } = await context.attempt(operation, { expecting: 'either', at: { binding }, sending })
  if (!isSuccess(answer)) return nothingCompared()
  const around = requests.best(by, await bindings.around(by, binding))
  const shownIn = ({ value: seen }: Answer): unknown => valueAt(seen, path)
  const isLost = (seen: Answer): boolean => {
    const shown = shownIn(seen)
    return isObject(shown) && Object.keys(entries).filter((key) => Object.hasOwn(shown, key)).length === 1
  }
  if (!isLost(await context.read(around))) return []
  // Some servers update such a view a moment later.
  const [, late] = await lookTwiceApart(() => context.read(around))
  if (!isLost(late)) return []
  return [
    context.finding({
      ...{ operation: by, answer: late, beside: [answer], breaks: rules.views },
      clause: pointerBelow(by.pointer, 'responses'),
      cause: { kind: 'member', name },
      fact: {
        ...{ kind: 'views differ', member: name, first: operation.operationId },
        ...{ sent: shownFieldText(entries), by: by.operationId, received: shownFieldText(shownIn(late)) },
      },
    }),
  ]
}

/** A path below a new item, because an earlier map can hide a later one. */
async function newPlace(context: CheckContext, operation: OperationDescriptor): Promise<PathBinding> {
  const { items, bindings } = context.pool
  const own = resourceByName(context.document, operation.resource?.name)
  const parent = resourceByName(context.document, own?.parent?.name)
  return creatorOfItems(context.document, parent) === undefined || parent === undefined
    ? (await context.pool.fixture(operation)).binding
    : bindings.around(operation, (await items.create(parent)).binding)
}

interface Filled {
  readonly name: string
  readonly list: string | undefined
  readonly entries: object
}

/** A body whose map has only these entries; `undefined` if the body lacks the list of the map. */
function withMap(body: unknown, { name, list, entries }: Filled): object | undefined {
  if (!isObject(body) || list === undefined) return isObject(body) ? { ...body, [name]: entries } : undefined
  const [one] = [body[list]].flat()
  return isObject(one) ? { ...body, [list]: [{ ...one, [name]: entries }] } : undefined
}
