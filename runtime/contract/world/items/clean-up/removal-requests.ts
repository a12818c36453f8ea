import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { blankPath, boundPathValues, type PathBinding } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { MadeItem } from '../../../data/outcome/run-event.ts'
import { verbs } from '../../../lexicon/lexicon.ts'
import { ANY_TAG, headerParameter } from '../../requests/header-parameters.ts'

/**
 * Creates a request as the item's owner, without a body, with `If-Match: *` if that header is required, and
 * with the required query parameters that the item has properties for.
 */
export function requestToItem(
  operation: OperationDescriptor,
  { binding, value, isOthers = false }: Pick<MadeItem, 'binding' | 'value' | 'isOthers'>,
): RequestPlan {
  const match = headerParameter(operation, 'if-match')
  const query = (operation.parameters ?? []).flatMap(({ name, in: location, required = false }) => {
    const own = location === 'query' && required ? memberOf(value, name) : undefined
    return own === undefined ? [] : [[name, own] as const]
  })
  return {
    operation,
    path: boundPathValues(operation.path, binding),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(match?.required && { header: { [match.name]: ANY_TAG } }),
    ...(isOthers && { authentication: { kind: 'another tenant' } }),
  }
}

/** Returns an item's address: its path with the values filled in. */
export function addressToCleanUp(item: string, binding: PathBinding): string {
  const values = boundPathValues(item, binding)
  return item.replace(/\{\+?([^{}]+)\}/g, (_, name: string) => values[name]?.text ?? '')
}

/** An item that the run created, with the operations that change and create such items. */
interface Changed extends MadeItem {
  readonly update: OperationDescriptor | undefined
  readonly create: OperationDescriptor | undefined
}

/**
 * Returns requests that restore an item, first to the values with which it was created, and then to the
 * document's defaults.
 */
export function itemRestorations(made: Changed, document: DocumentDescriptor): readonly RequestPlan[] {
  const { update } = made
  const body = update && jsonBody(update)
  if (update === undefined || body === undefined) return []
  const { mediaType, schema } = body
  const writable = schemaIn(document, schema).properties
  return [made.value, defaultsOf(made, document)].filter(isObject).flatMap((values) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => writable.has(name)))
    if (Object.keys(fields).length === 0) return []
    return [{ ...requestToItem(update, made), body: { mediaType, value: fields } }]
  })
}

function defaultsOf({ create }: Changed, document: DocumentDescriptor): Record<string, unknown> {
  const { properties } = schemaIn(document, create && jsonBody(create)?.schema)
  const defaults = [...properties].flatMap(([name, { keywords }]) =>
    'default' in keywords ? [[name, keywords.default] as const] : [],
  )
  return Object.fromEntries(defaults)
}

/**
 * Returns requests that end what an item does, such as "POST /jobs/{id}/cancel", because a server may not
 * remove what is in use.
 */
export function itemEndings(made: MadeItem, document: DocumentDescriptor): readonly RequestPlan[] {
  const verbOf = ({ path }: OperationDescriptor): string => path.slice(path.lastIndexOf('/') + 1)
  const endings = document.operations.filter(
    ({ method, path, requestBody, parameters = [] }) =>
      method !== 'GET' &&
      blankPath(path.slice(0, path.lastIndexOf('/'))) === blankPath(made.item) &&
      requestBody?.required !== true &&
      parameters.every(({ in: location, required }) => location === 'path' || required !== true),
  )
  return verbs.ending.sorted(endings, verbOf).map((ending) => requestToItem(ending, made))
}
