import { isIdempotencyKey, type OperationDescriptor, type ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { descriptions, snakeCase } from '@concordat/runtime/lexicon'
import { below } from '@concordat/runtime/pointer'
import { idOf, idPathOf, isNamedByPath } from '../../document/resource-lookup.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { nothing, type Verdict } from '../../outcome/verdict.ts'
import type { CheckContext } from '../../rule/check.ts'
import { rules } from './rules.ts'

const CREATED = 201

/**
 * 201 says that something was created: two requests that are answered so made two things, also when they say the same. A server
 * that finds the first one again answers 200 or 409, or its words promise that. @see RFC 9110, 15.3.2
 */
export async function checkTwins(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer, item }: PerformedWrite,
): Promise<Verdict> {
  const id = item === undefined ? undefined : idOf(item.resource, answer.value)
  if (!context.asks(rules.twins)) return nothing()
  if (item === undefined || id === undefined || answer.status !== CREATED) return nothing()
  const { resource } = item
  if (isNamedByClient(plan.body?.value, { resource, id }) || isNamedByPath(operation, resource))
    return nothing()
  const isKeyed = Object.keys(plan.header ?? {}).some(isIdempotencyKey)
  if (isKeyed || operation.idempotent === true || descriptions.findsAgain(operation.summary ?? ''))
    return nothing()
  const { answer: second } = await context.attempt(operation, {
    expecting: 'either',
    at: { place: item.place },
    sending: plan,
  })
  if (second.status !== CREATED) return nothing()
  if (idOf(resource, second.value) !== id) return []
  // A Location says better than a body what was made.
  if (second.headers.get('location') !== answer.headers.get('location')) return []
  return [
    context.finding({
      operation,
      answer: second,
      clause: below(operation.pointer, 'responses'),
      breaks: rules.twins,
      fact: { kind: 'created nothing', id },
      beside: [answer],
    }),
  ]
}

/**
 * Whether a body says what the item is called, as the item does or as paths do: "member_id" for "/groups/7/members/{member_id}", where that
 * is what the item is called by in the end.
 */
function isNamedByClient(
  body: unknown,
  { resource, id }: { readonly resource: ResourceDescriptor; readonly id: string },
): boolean {
  const { idParameter } = resource
  const [own] = idPathOf(resource) ?? []
  const isInPath = (name: string, value: unknown): boolean =>
    idParameter !== undefined && snakeCase(name) === snakeCase(idParameter) && String(value) === id
  return isObject(body) && Object.entries(body).some(([name, value]) => name === own || isInPath(name, value))
}
