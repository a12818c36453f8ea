import {
  type DocumentDescriptor,
  evaluateExpression,
  type LinkDescriptor,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { boundPathTexts } from '../../data/document/path-binding.ts'
import { documentedKeyMatches } from '../../data/document/response-key.ts'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

/**
 * A documented way to obtain a parameter's value: an operation to call, and the part of its exchange to use.
 */
interface Producer {
  readonly operation: OperationDescriptor
  /** The key of the response that has the link: "201". */
  readonly status: string
  /** Runtime expression: "$response.body#/id". */
  readonly expression: unknown
}

/**
 * Returns a document's links that provide a parameter. A link can name the parameter alone or with its
 * location: "petId", "path.petId".
 */
export function linkProducers(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  { pointer }: OperationDescriptor,
  { name, location }: { readonly name: string; readonly location: string },
): Producer[] {
  return (linksTo(operations).get(pointer) ?? []).flatMap(({ operation, status, parameters }) => {
    const expression = parameters[`${location}.${name}`] ?? parameters[name]
    return operation.pointer === pointer || expression === undefined
      ? []
      : [{ operation, status, expression }]
  })
}

type Operations = DocumentDescriptor['operations']

interface FoundLink extends Pick<LinkDescriptor, 'parameters'> {
  readonly operation: OperationDescriptor
  readonly status: string
}

const links = new WeakMap<Operations, ReadonlyMap<string, readonly FoundLink[]>>()

/** Returns a document's links, keyed by their target operations. */
function linksTo(operations: Operations): ReadonlyMap<string, readonly FoundLink[]> {
  const known = links.get(operations)
  if (known !== undefined) return known
  const all = operations.flatMap((operation) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      (response.links ?? []).map((link) => ({ ...link, target: link.operation, operation, status })),
    ),
  )
  const made = Map.groupBy(all, ({ target }) => target)
  links.set(operations, made)
  return made
}

/**
 * Returns the value of a runtime expression for an exchange; `undefined` if there is no such part, or if the
 * link belongs to another response. Anything other than an expression is a constant.
 * @see OpenAPI 3.1.1, Runtime Expressions
 */
export function evaluateLink(
  { status, expression }: Producer,
  { plan, answer }: { readonly plan: RequestPlan; readonly answer: Answer },
): unknown {
  if (!documentedKeyMatches(status, answer.status)) return undefined
  if (typeof expression !== 'string' || !expression.includes('$')) return expression
  const [, embedded = expression] = /^\{(\$[^}]*)\}$/.exec(expression) ?? []
  return evaluateExpression(embedded, {
    url: answer.exchange.request.url,
    method: answer.exchange.request.method,
    status: answer.status,
    request: {
      path: boundPathTexts(plan.path),
      query: plan.query,
      header: plan.header,
      body: plan.body?.value,
    },
    response: { headers: answer.headers, body: wholeAnswerValue(answer) },
  })
}
