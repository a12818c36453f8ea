import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Call } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { rules } from './rules.ts'

/**
 * If a change of this run was rejected because another item has one of its strings, checks that a create
 * cannot reuse such a string either.
 */
export async function checkTakenByCreate(
  context: CheckContext,
  operation: OperationDescriptor,
  create: (values: object) => Promise<Call>,
): Promise<Verdict> {
  const update = operationById(context.document, context.pool.resourceFor(operation).operations.update)
  const schema = schemaIn(context.document, jsonBody(operation)?.schema)
  const { member, sent } = (update && takenIn(context, update, schema)) ?? {}
  if (update === undefined || member === undefined || !context.asks(rules.change)) return nothingCompared()
  const made = (): unknown =>
    context.pool.requests.value(schema.property(member), { variant: 'full', hint: member })
  const value = made()
  const [first, second] = [await create({ [member]: value }), await create({ [member]: value })]
  if (first.created === undefined || second.created === undefined || !isSuccess(second.answer))
    return nothingCompared()
  if (boundItemName(first.created) === boundItemName(second.created)) return nothingCompared()
  const { created: other } = await create({ [member]: made() })
  if (other === undefined) return nothingCompared()
  const change = async (own: unknown): Promise<Answer> => {
    const plan = context.pool.requests.plan(update, other.binding, 'empty')
    const sending = requestWithBody(plan, { ...sent, [member]: own })
    return (await context.attempt(update, { expecting: 'either', at: asFixture(other), sending })).answer
  }
  const refused = await change(value)
  if (!new Refusal(refused, update).isAbout('conflict') || !isSuccess(await change(made()))) return []
  return [
    context.finding({
      ...{ operation, answer: second.answer, beside: [first.answer, refused], breaks: rules.change },
      clause: pointerBelow(operation.pointer, 'responses'),
      expecting: 'refusal',
      fact: { kind: 'taken twice', member, value: shownFieldText(value), how: 'create' },
    }),
  ]
}

/** The only free string in a change that was rejected because of a conflict, and the change. */
function takenIn(
  context: CheckContext,
  update: OperationDescriptor,
  { properties }: Schema,
): { readonly member: string | undefined; readonly sent: object } | undefined {
  const [conflict] = context.state.of(newRunLog).conflictsOf(update)
  const sent = conflict?.plan.body?.value
  if (conflict === undefined || !isObject(sent)) return undefined
  const texts = Object.keys(sent).filter((name) => {
    const own = properties.get(name)
    return own?.types.includes('string') === true && own.values.choices === undefined
  })
  const [member, ...others] =
    texts.length === 1 ? texts : new Refusal(conflict.answer, update).blamedOf(texts)
  return { member: others.length === 0 ? member : undefined, sent }
}
