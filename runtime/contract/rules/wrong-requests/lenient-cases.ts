import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { issueClause } from '../../data/document/clause.ts'
import { jsonBody } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { CheckContext } from '../check.ts'
import { excludesBody, judgedMembers } from './body-members.ts'
import type { NegativeCase } from './case.ts'
import { canHaveWrongText, withWrongText } from './parameter-cases.ts'
import { choiceInOtherCase, misreadValues } from './read-alikes.ts'

/** A request that the document excludes but a careless server understands. */
export interface LenientCase extends NegativeCase {
  /**
   * A request with the same fault in a form that no server understands. A server that accepts this request
   * too does not check that part at all.
   */
  readonly plain: RequestPlan
}

/**
 * A type that a browser sends without a preflight request. If a server parses it as JSON, any page can write
 * to that server.
 * @see Fetch, 2.2.2, CORS-safelisted request-header
 */
const SAFELISTED_TYPE = 'text/plain'
const UNKNOWN_TYPE = 'application/x-concordat'

export function* lenientCases(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<LenientCase> {
  yield* ofBody(context, operation, plan)
  yield* ofMediaTypes(operation, plan)
  yield* ofQuery(context, operation, plan)
}

function* ofBody(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<LenientCase> {
  const body = jsonBody(operation)
  if (body === undefined) return
  const place = pointerBelow(body.clause, 'schema')
  const validate = context.validator(body.schema)
  const withValue = (value: unknown): RequestPlan => ({ ...plan, body: { mediaType: body.mediaType, value } })
  for (const { name, schema, value, within } of judgedMembers(context, operation, plan).alone) {
    for (const alike of misreadValues(schema, value)) {
      const broken = within(alike.value)
      const [issue] = validate(broken)
      if (issue === undefined) continue
      const path = [name, ...alike.path].join('.')
      yield {
        what: `${JSON.stringify(alike.given)} instead of ${JSON.stringify(alike.right)} as "${path}"`,
        clause: issueClause(issue, place),
        kind: alike.kind,
        member: path,
        plan: withValue(broken),
        plain: withValue(within(alike.plain)),
        isExcludedBy: (base) => excludesBody(context, base, broken),
      }
    }
  }
}

/**
 * Requests with a wrong media type, or without a Content-Type if 415 is documented. If 415 is not documented,
 * a server is allowed to determine the type from the content.
 * @see RFC 9110, 8.3
 */
function* ofMediaTypes(operation: OperationDescriptor, plan: RequestPlan): Generator<LenientCase> {
  const body = jsonBody(operation)
  const offered = Object.keys(operation.requestBody?.content ?? {})
  if (body === undefined || offered.some((type) => /\*|^text\/plain/.test(type))) return
  const { body: valid, ...rest } = plan
  if (valid === undefined) return
  const text = JSON.stringify(valid.value)
  const shared = {
    clause: pointerBelow(operation.pointer, 'requestBody', 'content'),
    member: '',
    plain: { ...rest, raw: { contentType: UNKNOWN_TYPE, text } },
    isExcludedBy: (base: OperationDescriptor) => base.requestBody !== undefined,
  }
  yield {
    ...shared,
    what: `JSON sent as ${SAFELISTED_TYPE}`,
    kind: SAFELISTED_TYPE,
    plan: { ...rest, raw: { contentType: SAFELISTED_TYPE, text } },
  }
  if (operation.responses['415'] !== undefined)
    yield {
      ...shared,
      what: 'JSON without a Content-Type',
      kind: 'untyped',
      plan: { ...rest, raw: { text } },
    }
}

/**
 * All values in a query are strings, so the only values that a server can misread are choices in a different
 * letter case.
 */
function* ofQuery(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<LenientCase> {
  for (const [index, parameter] of (operation.parameters ?? []).entries()) {
    const { name, in: location, schema, mediaType } = parameter
    if (location !== 'query' || mediaType !== undefined || !canHaveWrongText(parameter)) continue
    const whole = schemaIn(context.document, schema)
    const { member } = whole
    const right = member.keywords.enum?.find((choice) => choiceInOtherCase(member, choice) !== undefined)
    const given = choiceInOtherCase(member, right)
    if (given === undefined || context.pool.permission.withholds(operation, parameter)) continue
    yield {
      what: `${JSON.stringify(given)} instead of ${JSON.stringify(right)} as the query parameter "${name}"`,
      clause: pointerBelow(operation.pointer, 'parameters', String(index)),
      kind: 'query',
      member: `query ${name}`,
      plan: withWrongText(plan, parameter, given),
      plain: withWrongText(plan, parameter, 'not-one-of-these'),
      isExcludedBy: (base) => {
        const own = base.parameters?.find((other) => other.name === name && other.in === 'query')
        const read = member === whole ? given : [given]
        return own?.schema !== undefined && context.baseValidator(own.schema)(read).length > 0
      },
    }
  }
}
