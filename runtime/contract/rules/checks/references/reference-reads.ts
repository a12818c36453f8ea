import { operationById } from '../../../data/document/resource-lookup.ts'
import type { Link } from '../../../world/requests/members/item-links.ts'
import type { CheckContext } from '../../check.ts'
import { lossesOf, visibleFields } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { nameInCircle } from './circle.ts'
import type { ComparedReferences, Referring } from './referring.ts'
import { rules } from './rules.ts'

/** Compares a read of the first item with the reference that its last write sent. */
export async function compareRead(
  context: CheckContext,
  { from, member, write }: Link,
  { after, thing, items: [item] }: Referring,
): Promise<readonly ComparedReferences[]> {
  const reader = operationById(context.document, from.operations.read)
  if (item === undefined || reader === undefined || !context.asks(rules.stored)) return []
  const fields = visibleFields(context, after, reader).filter(({ name }) => name === member)
  if (fields.length === 0) return []
  const sent = { [member]: write(nameInCircle(thing)) }
  const look = async () => {
    const { answer, value: received } = await observeItem(context, item)
    const [loss] = lossesOf(fields, { sent, received, where: 'when read again' })
    return { answer, loss }
  }
  if ((await look()).loss === undefined) return ['as expected']
  const [, { answer, loss }] = await lookTwiceApart(look)
  if (loss === undefined) return ['as expected']
  const { clause, fact } = loss
  return [{ operation: after, answer, clause, breaks: rules.stored, fact }]
}
