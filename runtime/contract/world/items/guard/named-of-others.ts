import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isOthersValue, isOwnValue } from '../../../data/document/path-binding.ts'
import { createsItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan, SentValue } from '../../../data/exchange/request.ts'
import { isHolding, lowerWordsOf, namesResourceItem, singularOf } from '../../../lexicon/lexicon.ts'
import { thingsInPath } from './felt.ts'

/**
 * Returns the name of the first property or parameter through which a write would act on another user's item.
 * A create, or a change to the run's own item, only refers to the items in its body, unless these are of the
 * operation's own kind, or the new item withholds them from others.
 */
export function namedOfOthers(plan: RequestPlan, document: DocumentDescriptor): string | undefined {
  const { operation, path = {}, sources = [] } = plan
  if (isSafe(operation.method)) return undefined
  const isHeld = thingsInPath(operation.path).some(isHolding)
  const onlyRefers = (createsItems(document, operation) && !isHeld) || Object.values(path).some(isOwnValue)
  return sources.find(
    (sent) =>
      (sent.location === 'body' || sent.location === 'query') &&
      isOthersValue(sent.origin && { text: sent.text, origin: sent.origin }) &&
      sent.origin !== 'configured' &&
      isSent(plan, sent) &&
      !(onlyRefers && !listsItsOwnKind(sent, operation, document)),
  )?.name
}

/** True if a list names items of the operation's own kind: "jobIds" in "POST /deadletter-jobs". */
function listsItsOwnKind(
  { name, location }: SentValue,
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): boolean {
  const { collection = '' } = resourceByName(document, operation.resource?.name) ?? {}
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const isList = schemaIn(document, body?.schema).member.properties.get(name)?.types.includes('array')
  const kind = lowerWordsOf(collection.slice(collection.lastIndexOf('/') + 1)).at(-1)
  return (
    location === 'body' && isList === true && kind !== undefined && namesResourceItem(singularOf(name), kind)
  )
}

/** True if the request still has the value at the location that its source states. */
function isSent({ query, body, raw }: RequestPlan, { location, name, text }: SentValue): boolean {
  if (location === 'query') return textsIn(query?.[name]).includes(text)
  return raw === undefined ? holds(body?.value, name, text) : raw.text.includes(text)
}

function holds(value: unknown, name: string, text: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, name, text))
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([member, inner]) => (member === name && textsIn(inner).includes(text)) || holds(inner, name, text),
  )
}

function textsIn(value: unknown): readonly string[] {
  return value === undefined ? [] : [String(value), ...[value].flat().map(String)]
}
