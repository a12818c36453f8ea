import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { issueClause } from '../../data/document/clause.ts'
import { type JsonBody, jsonBody } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { BODY_DEPTH } from '../../world/values/depth-limit.ts'
import type { CheckContext } from '../check.ts'
import { excludesBody, judgedMembers } from './body-members.ts'
import type { NegativeCase } from './case.ts'
import { faultyValues, ownFaultsOf, type ValueFault } from './value-faults.ts'

/**
 * An undeclared media type, sent with a body that is valid JSON. No document contains it, so servers should
 * reject it.
 */
const WRONG_MEDIA_TYPE = 'application/x-concordat'

/**
 * Generates bodies that the document excludes: bodies that are wrong as a whole, and bodies that each break
 * one constraint of the schema.
 */
export function* bodyCases(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<NegativeCase> {
  const body = jsonBody(operation)
  if (body === undefined) return
  yield* wholeCases(operation, plan, body)
  const place = pointerBelow(body.clause, 'schema')
  const validate = context.validator(body.schema)
  const schema = schemaIn(context.document, body.schema)
  const seen = new Set<string>()
  for (const { path, value, ...more } of besideCases(context, operation, plan)) {
    const [issue] = validate(value)
    if (issue === undefined) continue
    yield {
      what: `a body in which only "${path.join('.')}" is invalid`,
      clause: issueClause(issue, place),
      ...{ ...more, path, isOfMember: true },
      plan: { ...plan, body: { mediaType: body.mediaType, value } },
      isExcludedBy: (base) => excludesBody(context, base, value),
    }
  }
  for (const { path, keyword, value } of valueFaults(context, operation, plan)) {
    const [excluding] = validate(value)
    const issue = excluding ?? schema.misfit(value)
    const key = `${keyword} ${path.join('/')} ${typeof at(value, path)} ${at(value, path) === null}`
    if (issue === undefined || seen.has(key)) continue
    seen.add(key)
    const where = path.length === 0 ? 'a body that' : `a body whose "${path.join('.')}"`
    yield {
      what: `${where} violates "${keyword}"`,
      clause: issueClause(issue, place),
      kind: at(value, path) === null ? 'null' : keyword,
      member: path[0] ?? '',
      ...{ path, isOfMember: path.length > 0 },
      plan: { ...plan, body: { mediaType: body.mediaType, value } },
      mayBeTaken: excluding === undefined,
      isExcludedBy: (base) => excludesBody(context, base, value),
    }
  }
}

/** One value of each JSON type, because most body schemas exclude all but one type. */
const OF_EACH_TYPE = [null, [], {}, '', 0, true]

/**
 * Generates bodies for an operation for which no valid body is known. The server might reject them for
 * reasons other than their faults, but none of them may cause a server error.
 */
export function* roughCases(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<NegativeCase> {
  const body = jsonBody(operation)
  if (body === undefined) return
  const { mediaType, schema } = body
  yield* wholeCases(operation, plan, body)
  const validate = context.validator(schema)
  for (const value of OF_EACH_TYPE) {
    if (validate(value).length === 0) continue
    yield {
      what: `the body ${JSON.stringify(value)}`,
      clause: pointerBelow(body.clause, 'schema'),
      kind: `type ${JSON.stringify(value)}`,
      member: '',
      plan: { ...plan, body: { mediaType, value } },
      isExcludedBy: (base) => excludesBody(context, base, value),
    }
  }
}

function* wholeCases(
  operation: OperationDescriptor,
  plan: RequestPlan,
  { mediaType, clause }: JsonBody,
): Generator<NegativeCase> {
  const { body: _, ...rest } = plan
  const place = pointerBelow(operation.pointer, 'requestBody')
  const takesBody = (base: OperationDescriptor): boolean => base.requestBody !== undefined
  yield {
    what: 'a body that is not JSON',
    clause,
    kind: 'syntax',
    member: '',
    plan: { ...rest, raw: { contentType: mediaType, text: '{"name": ' } },
    isExcludedBy: takesBody,
  }
  const text = JSON.stringify(plan.body?.value ?? {})
  if (!Object.keys(operation.requestBody?.content ?? {}).some((type) => type.includes('*')))
    yield {
      what: `a body with the media type ${WRONG_MEDIA_TYPE}`,
      clause: pointerBelow(place, 'content'),
      kind: 'mediaType',
      member: '',
      plan: { ...rest, raw: { contentType: WRONG_MEDIA_TYPE, text } },
      isExcludedBy: takesBody,
    }
  if (operation.requestBody?.required)
    yield {
      what: 'a request without its required body',
      clause: pointerBelow(place, 'required'),
      kind: 'body',
      member: '',
      plan: rest,
      isExcludedBy: (base) => base.requestBody?.required === true,
    }
}

function* valueFaults(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<ValueFault> {
  const { schema, whole, members, alone } = judgedMembers(context, operation, plan)
  const others = new Set(members.map(({ name }) => name))
  for (const { name } of alone) others.delete(name)
  for (const fault of ownFaultsOf(schema, whole)) if (!others.has(fault.path[0] ?? '')) yield fault
  for (const { name, schema: own, value, within } of alone)
    for (const fault of faultyValues(own, value, BODY_DEPTH - 1))
      yield { ...fault, path: [name, ...fault.path], value: within(fault.value) }
}

type BesideCase = Pick<ValueFault, 'path' | 'value'> & Pick<NegativeCase, 'kind' | 'member' | 'isBesideValid'>

/** Generates bodies in which one part is invalid, and similar parts beside it are valid. */
function* besideCases(...given: Parameters<typeof besideValid>): Generator<BesideCase> {
  for (const { path, value } of besideValid(...given))
    yield { path, value, kind: `beside ${path[0]}`, member: '', isBesideValid: true }
  for (const { path, value } of besideValidItem(...given))
    yield { path, value, kind: 'beside items', member: path[0] ?? '' }
}

/**
 * Generates updates with one invalid property among valid ones, once first and once last. A server that
 * stores one property at a time has already stored some of them when it finds the invalid one. A later read
 * shows this.
 */
function* besideValid(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<ValueFault> {
  const { members } = judgedMembers(context, operation, plan)
  if (operation.resource?.role !== 'update' || members.length < 2) return
  const valid = Object.fromEntries(
    members.map(({ name, schema, value }) => [
      name,
      context.pool.requests.value(schema, { variant: 'full', hint: name, other: value }),
    ]),
  )
  for (const member of [members[0], members.at(-1)]) {
    if (member === undefined) continue
    const [fault] = faultyValues(member.schema, member.value, BODY_DEPTH - 1)
    if (fault === undefined) continue
    yield {
      path: [member.name, ...fault.path],
      keyword: fault.keyword,
      value: { ...valid, [member.name]: fault.value },
    }
  }
}

/**
 * Generates a body with an array in which only the last object is invalid. Some servers always point to the
 * first one. The valid request must contain the other objects, because the server might reject those too.
 */
function* besideValidItem(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<ValueFault> {
  const known = plan.body?.value
  for (const { name, schema, value, within } of judgedMembers(context, operation, plan).alone) {
    const { items, keywords } = schema
    if (!isObject(known) || !Object.hasOwn(known, name)) continue
    if (!Array.isArray(value) || !isObject(value[0]) || value.length >= (keywords.maxItems ?? Infinity))
      continue
    for (const fault of faultyValues(items, value[0], BODY_DEPTH - 2)) {
      if (fault.path.length === 0) continue
      const path = [name, String(value.length), ...fault.path]
      return yield { path, keyword: fault.keyword, value: within([...value, fault.value]) }
    }
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, token) => (Array.isArray(inner) ? inner[Number(token)] : valueAt(inner, [token])),
    value,
  )
}
