import type { DocumentDescriptor, NamePlace, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { EACH } from '@concordat/runtime/schema-view'
import type { BoundValue } from '../document/path-binding.ts'
import { schemaIn } from '../document/schema-in.ts'
import type { RequestPlan, SentValue } from '../exchange/request.ts'
import { schemaAtAddress } from './addressed.ts'

/** An item's name, and its location in the request. */
interface Named {
  readonly place: NamePlace
  readonly value: BoundValue
}

/**
 * The request as the document declares it. Path values that the operation's own path lacks are moved to the
 * body or the query.
 */
export function planAsSent(plan: RequestPlan, document: DocumentDescriptor): RequestPlan {
  const { operation, method, path = {}, query, body, sources = [], ...others } = plan
  const { written, addressed } = operation
  if (written === undefined || addressed === undefined) return plan
  const named = Object.entries(addressed.names).flatMap(([template, place]): Named[] => {
    const value = path[template]
    return value === undefined ? [] : [{ place, value }]
  })
  const valuesIn = (location: NamePlace['in']): Members['members'] =>
    named
      .filter(({ place }) => place.in === location)
      .map(({ place, value }) => [place.path, typed(value.text, { operation: written, place, document })])
  const own = Object.entries(path).filter(([name]) => !Object.hasOwn(addressed.names, name))
  const inQuery = valuesIn('query').map(([[name = ''], value]) => [name, value] as const)
  const asked = { ...query, ...Object.fromEntries(inQuery) }
  const chosen = Object.entries(addressed.chosen ?? {}).map(([name, text]): [string, BoundValue] => [
    name,
    { text, origin: 'guessed', from: 'document' },
  ])
  return {
    ...others,
    operation: written,
    ...(method !== undefined && method !== operation.method && { method }),
    path: Object.fromEntries([...chosen, ...own]),
    ...(Object.keys(asked).length > 0 && { query: asked }),
    ...bodyWith(body, { written, members: valuesIn('body') }),
    sources: [
      ...sources,
      ...named.map(({ place, value: { text, from } }): SentValue => {
        return {
          location: place.in,
          name: place.path.findLast((step) => step !== EACH) ?? '',
          text,
          ...(from && { from }),
        }
      }),
    ],
  }
}

/** The value, converted to a number if its schema rejects the string but allows the number. */
function typed(
  text: string,
  {
    operation,
    place,
    document,
  }: { operation: OperationDescriptor; place: NamePlace; document: DocumentDescriptor },
): unknown {
  const schema = schemaIn(document, schemaAtAddress(operation, place, document))
  return !schema.allows(text) && schema.allows(Number(text)) ? Number(text) : text
}

interface Members {
  readonly written: OperationDescriptor
  readonly members: readonly (readonly [path: readonly string[], value: unknown])[]
}

function bodyWith(body: RequestPlan['body'], { written, members }: Members): Pick<RequestPlan, 'body'> {
  const [first] = Object.keys(written.requestBody?.content ?? {})
  if (members.length === 0 || first === undefined) return body === undefined ? {} : { body }
  const { mediaType = first, value = {}, from = 'made' } = body ?? {}
  const whole = members.reduce<unknown>((part, [path, name]) => withMember(part, path, name), value)
  return { body: { mediaType, value: isObject(value) ? whole : value, from } }
}

/** Sets a value at a path, as the first property. Missing objects and lists on the path are created. */
function withMember(whole: unknown, [name = '', ...deeper]: readonly string[], value: unknown): unknown {
  if (name === EACH) return [deeper.length === 0 ? value : withMember(undefined, deeper, value)]
  const own = isObject(whole) ? whole : {}
  const member = deeper.length === 0 ? value : withMember(own[name], deeper, value)
  return { [name]: member, ...own, ...{ [name]: member } }
}

/**
 * True if the item's name can be written into the request. In a body, this requires an object, not raw text.
 */
export function canNameItemOutsidePath({ operation, raw, body }: RequestPlan): boolean {
  const places = Object.values(operation.addressed?.names ?? {})
  if (operation.written === undefined || places.every((place) => place.in !== 'body')) return true
  if (raw !== undefined) return false
  return body === undefined || places.every((place) => place.in !== 'body' || isOpen(body.value, place.path))
}

/** True if a property can be set, because each value on its path is an object or absent. */
function isOpen(value: unknown, [name = '', ...deeper]: readonly string[]): boolean {
  if (name === EACH || !isObject(value)) return false
  return deeper.length === 0 || value[name] === undefined || isOpen(value[name], deeper)
}
