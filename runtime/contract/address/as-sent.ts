import type { DocumentDescriptor, NamePlace, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { PlaceValue } from '../document/place.ts'
import { schemaIn } from '../document/schema-in.ts'
import type { RequestPlan, SentValue } from '../exchange/request.ts'
import { schemaAt } from './addressed.ts'

/** What names an item, and where it is sent. */
interface Named {
  readonly place: NamePlace
  readonly value: PlaceValue
}

/** The request as the document has it: values of the path stand in the body or the query where the operation's own path has none of them. */
export function asSent(plan: RequestPlan, document: DocumentDescriptor): RequestPlan {
  const { operation, method, path = {}, query, body, sources = [], ...others } = plan
  const { written, addressed } = operation
  if (written === undefined || addressed === undefined) return plan
  const named = Object.entries(addressed.names).flatMap(([template, place]): Named[] => {
    const value = path[template]
    return value === undefined ? [] : [{ place, value }]
  })
  const valuesIn = (location: NamePlace['in']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      named
        .filter(({ place }) => place.in === location)
        .map(({ place, value }) => [place.name, typed(value.text, { operation: written, place, document })]),
    )
  const own = Object.entries(path).filter(([name]) => !Object.hasOwn(addressed.names, name))
  const asked = { ...query, ...valuesIn('query') }
  return {
    ...others,
    operation: written,
    ...(method !== undefined && method !== operation.method && { method }),
    path: Object.fromEntries(own),
    ...(Object.keys(asked).length > 0 && { query: asked }),
    ...bodyWith(body, { written, members: valuesIn('body') }),
    sources: [
      ...sources,
      ...named.map(({ place, value: { text, from } }): SentValue => {
        return { location: place.in, name: place.name, text, ...(from && { from }) }
      }),
    ],
  }
}

/** The value as its schema has it, where that is a number. */
function typed(
  text: string,
  {
    operation,
    place,
    document,
  }: { operation: OperationDescriptor; place: NamePlace; document: DocumentDescriptor },
): unknown {
  const schema = schemaIn(document, schemaAt(operation, place, document))
  return !schema.allows(text) && schema.allows(Number(text)) ? Number(text) : text
}

function bodyWith(
  body: RequestPlan['body'],
  { written, members }: { written: OperationDescriptor; members: Readonly<Record<string, unknown>> },
): Pick<RequestPlan, 'body'> {
  const [first] = Object.keys(written.requestBody?.content ?? {})
  if (Object.keys(members).length === 0 || first === undefined) return body === undefined ? {} : { body }
  const { mediaType = first, value = {}, from = 'made' } = body ?? {}
  return { body: { mediaType, value: isObject(value) ? { ...members, ...value, ...members } : value, from } }
}

/** True if a request says which item it is about: no text, and no body but an object, has the name of one in it. */
export function saysItsItem({ operation, raw, body }: RequestPlan): boolean {
  const places = Object.values(operation.addressed?.names ?? {})
  if (operation.written === undefined || places.every((place) => place.in !== 'body')) return true
  return raw === undefined && (body === undefined || isObject(body.value))
}
