import type { OperationDescriptor } from '../../http/operation.ts'
import { type Answer, isSuccess } from '../answer.ts'
import type { Check, CheckContext } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Item } from '../fixtures/fixtures.ts'
import { pathValues } from '../fixtures/place.ts'
import { isObject } from '../fixtures/shape.ts'
import { NotRun } from '../not-run.ts'
import { type Field, jsonBody, lostFields, visibleFields } from './lifecycle/fields.ts'
import { observe } from './lifecycle/observe.ts'
import { KINDS, type Kind, specialValue } from './round-trip/special-value.ts'

const ROLES = ['create', 'update']
/** Members that are tried alone when all together are refused. */
const MAX_ALONE = 4

/** A value comes back as it went in. */
export const roundTrip: Check = {
  code: 'round-trip',
  grade: 'derived',
  description:
    'Values at the edge of what a schema allows (non-ASCII, empty, longest, least and greatest, explicit null, a time with a far offset) are answered and read again as they were sent, or refused.',
  applies: (operation, document) =>
    ROLES.includes(operation.resource?.role ?? '') &&
    jsonBody(operation) !== undefined &&
    document.resources.find(({ name }) => name === operation.resource?.name)?.item !== undefined,
  title: () => 'values at the edge of what the schema allows come back as they were sent',
  async run(context, operation) {
    const resource = context.fixtures.resource(operation.resource?.name)
    if (resource === undefined) throw new NotRun(`${operation.operationId} belongs to no resource`)
    const item = await context.fixtures.create(resource)
    const { by } = await observe(context, item)
    const fields = visibleFields(context, operation, by)
    const findings: Finding[] = []
    const known = new Set<string>()
    for (const kind of KINDS) {
      for (const found of await tryKind(context, operation, { item, fields, kind })) {
        if (!known.has(found.name)) findings.push(found.finding)
        known.add(found.name)
      }
    }
    return findings
  },
}

interface Named {
  readonly name: string
  readonly finding: Finding
}

/** All members at once; where that is refused some alone, as one refusal would hide the others. */
async function tryKind(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, fields, kind }: { item: Item; fields: readonly Field[]; kind: Kind },
): Promise<readonly Named[]> {
  const values = fields.flatMap(({ name, schema }): [string, unknown][] => {
    const special = specialValue(schema, kind, context.document)
    return special === undefined || context.validator(schema)(special.value).length > 0
      ? []
      : [[name, special.value]]
  })
  if (values.length === 0) return []
  const whole = await send(context, operation, { item, fields, values: Object.fromEntries(values) })
  if (whole !== undefined || values.length === 1) return whole ?? []
  const alone: Named[] = []
  for (const [name, value] of values.slice(0, MAX_ALONE))
    alone.push(...((await send(context, operation, { item, fields, values: { [name]: value } })) ?? []))
  return alone
}

/** @returns What got lost; `undefined` when the request was refused. */
async function send(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    item,
    fields,
    values,
  }: { item: Item; fields: readonly Field[]; values: Readonly<Record<string, unknown>> },
): Promise<readonly Named[] | undefined> {
  const body = jsonBody(operation)
  if (body === undefined) throw new NotRun(`${operation.operationId} takes no JSON body`)
  const isCreate = operation.resource?.role === 'create'
  const plan = context.fixtures.requests.best(operation, pathValues(operation.path, item.place))
  const usual = isCreate && isObject(plan.body?.value) ? plan.body.value : {}
  const answer = await context.send({
    ...plan,
    body: { mediaType: body.mediaType, value: { ...usual, ...values } },
  })
  if (answer.status === 501) throw new NotRun(`${operation.operationId} answered 501`)
  if (answer.status >= 500) return [crash(context, operation, { answer, fields, values })]
  if (!isSuccess(answer)) return undefined
  const target = isCreate ? context.fixtures.settle(operation, { plan, answer, place: item.place }) : item
  const fresh = target === undefined ? undefined : await observe(context, target)
  const given = (name: string): unknown => memberOf(answer.value, name) ?? memberOf(fresh?.value, name)
  const sent = fields.filter(
    ({ name }) => Object.hasOwn(values, name) && !(isCreate && isFilledIn(values[name], given(name))),
  )
  const shown = new Set(visibleFields(context, operation, operation).map(({ name }) => name))
  const echoed = sent.filter(({ name }) => shown.has(name))
  const inAnswer = lostFields(echoed, { sent: values, received: answer.value, where: 'in the answer' })
  const known = new Set(inAnswer.map(({ name }) => name))
  const rest = sent.filter(({ name }) => !known.has(name))
  const inRead = lostFields(rest, { sent: values, received: fresh?.value, where: 'when read again' })
  const report = (seen: Answer, { name, ...violation }: (typeof inAnswer)[number]): Named => ({
    name,
    finding: context.finding({ operation, answer: seen, basis: 'derived', ...violation }),
  })
  return [
    ...inAnswer.map((lost) => report(answer, lost)),
    ...inRead.map((lost) => report(fresh?.answer ?? answer, lost)),
  ]
}

/** Where an empty text is sent for a new item, a server may take it for none, and make a value itself: an id, a key. */
function isFilledIn(sent: unknown, answered: unknown): boolean {
  return sent === '' && typeof answered === 'string' && answered !== ''
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function crash(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    answer,
    fields,
    values,
  }: { answer: Answer; fields: readonly Field[]; values: Readonly<Record<string, unknown>> },
): Named {
  const [name = ''] = Object.keys(values)
  const clause = fields.find((field) => field.name === name)?.clause ?? operation.pointer
  const expected = `${JSON.stringify(values)} to be stored or refused`
  const received = `status ${answer.status}`
  return {
    name,
    finding: context.finding({ operation, answer, clause, basis: 'derived', expected, received }),
  }
}
