import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { isReferenceName, lowerWordsOf, verbs } from '../../../lexicon/lexicon.ts'
import { asFixture } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/**
 * Checks that a copy lacks no value of its original, except for values that the request can contain. The copy
 * is allowed to have others, such as a name with a number.
 */
export async function checkCopy(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { document, pool } = context
  const resource = pool.resourceFor(operation)
  const create = creatorOfItems(document, resource)
  if (create === undefined || !isCopying(operation) || !context.asks(rules.copy)) return nothingCompared()
  const fields = visibleFields(context, create, create).filter(({ name }) => !isReferenceName(name))
  const item = await itemWith(context, create, {
    binding: await pool.bindings.find(create, 'read'),
    values: (sent) =>
      Object.fromEntries(
        fields
          .filter(({ name }) => isEmpty((sent as { readonly [name: string]: unknown })[name]))
          .map(({ name, schema }) => [name, pool.requests.value(schema, { variant: 'full', hint: name })]),
      ),
  })
  if (item === undefined) return nothingCompared()
  const { answer } = await context.attempt(operation, { expecting: 'success', at: asFixture(item) })
  const [old, copy] = [item.value, answer.value]
  const id = itemIdOf(resource, copy)
  if (!isObject(old) || !isObject(copy) || id === undefined || id === itemIdOf(resource, old))
    return nothingCompared()
  const taken = schemaIn(document, jsonBody(operation)?.schema).properties
  const lost = fields.find(({ name }) => !taken.has(name) && !isEmpty(old[name]) && isEmpty(copy[name]))
  if (lost === undefined) return []
  return [
    context.finding({
      ...{ operation, answer, clause: pointerBelow(operation.pointer, 'responses'), breaks: rules.copy },
      fact: {
        ...{ kind: 'lost in the copy', member: lost.name, sent: shownFieldText(old[lost.name]) },
        received: shownFieldText(copy[lost.name]),
      },
    }),
  ]
}

function isCopying({ resource, path }: OperationDescriptor): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return resource?.role === 'action' && lowerWordsOf(last).some(verbs.copying.has)
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === ''
}
