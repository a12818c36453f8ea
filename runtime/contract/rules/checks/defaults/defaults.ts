import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type Place, placesIn } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { textWithoutOwnQuery } from '../../evidence/addresses.ts'
import { assumedQueryValues } from '../../evidence/assumed-values.ts'
import { lostFields, shownFieldText, showsAnyField, visibleFields } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { withoutDefaults } from './omitted.ts'

const rules = ruleFamily(
  'defaults',
  { grade: 'documented', weight: 'lost data' },
  {
    member: 'A property that a create or replacement omits gets its default.',
    parameter: 'An omitted query parameter has the same effect as its default.',
  },
)

const WRITES = ['create', 'replace']

/**
 * If a value is not sent, the item or response has the documented default. @see OpenAPI 3.0.4, Schema Object,
 * `default`
 */
export const defaults: Check = {
  code: 'defaults',
  description: 'The documented defaults apply to omitted properties and query parameters.',
  assertions: Object.values(rules),
  example: '`POST /pets` without `size`, whose default is "small", stores "large".',
  fix: 'Apply the default, or correct it.',
  applies: (operation, document) =>
    isWrite(operation)
      ? hasDefaults(operation, document)
      : operation.list === undefined && assumedQueryValues(operation, document).length > 0,
  title: (operation) =>
    isWrite(operation)
      ? 'omitted properties get their defaults'
      : 'an omitted query parameter has the same effect as its default',
  run: (context, operation) =>
    isWrite(operation) ? checkWrite(context, operation) : checkRead(context, operation),
}

function isWrite({ resource }: OperationDescriptor): boolean {
  return WRITES.includes(resource?.role ?? '')
}

/**
 * True if the body, or an object in it, has a property with a default, and the operation belongs to a
 * resource.
 */
function hasDefaults(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const body = schemaIn(document, jsonBody(operation)?.schema)
  const places = [...placesIn(body, { deepest: 3, within: ({ schema }) => !schema.types.includes('array') })]
  const isOmissible = ({ schema: { keywords }, path }: Place): boolean =>
    path.length > 0 && 'default' in keywords && keywords.readOnly !== true
  return places.some(isOmissible) && resourceByName(document, operation.resource?.name) !== undefined
}

async function checkWrite(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const isCreate = operation.resource?.role === 'create'
  const fixture = isCreate
    ? await context.pool.fixture(operation)
    : asFixture(await context.pool.items.create(context.pool.resourceFor(operation), operation))
  const usual = context.pool.requests.best(operation, fixture.binding)
  const { body, expected } = withoutDefaults(context, {
    schema: schemaIn(context.document, jsonBody(operation)?.schema),
    value: usual.body?.value,
  })
  const names = Object.keys(expected)
  if (names.length === 0) throw new NotRun({ kind: 'nothing optional with default' })
  const sending = requestWithBody(usual, body)
  const { answer, created, isFoundAgain } = await context.attempt(operation, {
    ...{ expecting: 'success', at: fixture, sending },
  })
  // An item that already existed keeps its values, whatever the status says.
  if (isFoundAgain) throw new NotRun({ kind: 'found again', operation: operation.operationId })
  const report = (seen: Answer, { name, clause, lost }: ReturnType<typeof lostFields>[number]): Finding =>
    context.finding({
      ...{ operation, answer: seen, breaks: rules.member },
      clause: clause.endsWith(`/${name}`) ? pointerBelow(clause, 'default') : clause,
      fact: {
        ...{ kind: 'default not taken', member: lost.path.join('.') },
        ...{ value: JSON.stringify(lost.sent), received: shownFieldText(lost.received) },
      },
    })
  const lost = (by: OperationDescriptor, seen: Answer, value: unknown): Verdict => {
    const fields = visibleFields(context, operation, by)
    const looked = { sent: expected, received: value }
    return showsAnyField(fields, looked)
      ? lostFields(fields, looked).map((field) => report(seen, field))
      : new NotRun({ kind: 'nothing shown of it', operation: by.operationId })
  }
  const shown = new Set(visibleFields(context, operation, operation).map(({ name }) => name))
  const isShown = names.every((name) => shown.has(name)) && isObject(answer.value)
  const item = isCreate ? created : fixture.item
  if (isShown || item === undefined) return lost(operation, answer, answer.value)
  const fresh = await observeItem(context, item)
  return lost(fresh.by, fresh.answer, fresh.value)
}

/**
 * Compares a read without query parameters to one with their defaults. Lists are checked elsewhere, when they
 * are walked.
 */
async function checkRead(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const assumed = assumedQueryValues(operation, context.document).filter(
    ({ parameter }) => !context.pool.permission.withholds(operation, parameter),
  )
  const { plan } = await context.call(operation, { expecting: 'success' })
  const given = Object.fromEntries(assumed.map(({ parameter, value }) => [parameter.name, value]))
  const without = await context.read(plan)
  const explicit = await context.read({ ...plan, query: { ...given, ...plan.query } })
  const [first] = assumed
  if (first === undefined) return new NotRun({ kind: 'nothing offered' })
  const { operationId } = operation
  if (!isSuccess(explicit))
    return new NotRun({ kind: 'answered', operation: operationId, status: explicit.status })
  if (isAlike(without, explicit)) return []
  // If the response varies by itself between reads, the comparison proves nothing.
  if (!isAlike(without, await context.read(plan)))
    return new NotRun({ kind: 'answers vary', operation: operationId })
  return [
    context.finding({
      ...{ operation, answer: without, breaks: rules.parameter, clause: first.clause },
      fact: {
        kind: 'default not assumed',
        query: Object.entries(given)
          .map(([name, value]) => `${name}=${value}`)
          .join(', '),
      },
    }),
  ]
}

function isAlike(one: Answer, other: Answer): boolean {
  const isSame = one.value !== undefined && isSameAsKept(one.value, other.value)
  return isSame || textWithoutOwnQuery(one) === textWithoutOwnQuery(other)
}
