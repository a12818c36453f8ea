import type { OperationDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { orders } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'
import type { Listing } from '../../evidence/observe.ts'
import { type IsolationBreach, rules } from './rules.ts'

/**
 * Checks the positions that the server assigns to the items of a list, such as `position`. If no two items
 * had the same position before a write, none have it afterwards. If the positions had no gap, and a write
 * neither adds nor removes an item, the items share the same positions afterwards.
 */
export function checkPlaces(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, after }: { readonly before: Listing; readonly after: Listing },
): Verdict<IsolationBreach> {
  const member = [...shownProperties(after.by, context.document).keys()].find(
    (name) => orders.serial.has(name) && !isWritten(context, operation, name),
  )
  if (member === undefined) return nothingCompared()
  const [old, now] = [positionsIn(before, member), positionsIn(after, member)]
  if (old === undefined || now === undefined || old.length < 2 || !areDistinct(old)) return nothingCompared()
  const isSame = now.length === old.length && Number(old.at(-1)) - Number(old[0]) === old.length - 1
  const isMoved = isSame && operation.resource?.role !== 'create' && operation.resource?.role !== 'delete'
  if (areDistinct(now) && !(isMoved && now.join() !== old.join())) return []
  return [
    {
      answer: after.last.answer,
      breaks: rules.places,
      fact: {
        ...{ kind: 'places changed', member, operation: operation.operationId },
        ...{ before: old.join(', '), received: now.join(', ') },
      },
    },
  ]
}

/** The positions in a list, in ascending order; `undefined` unless all of them are integers. */
function positionsIn({ items }: Listing, member: string): readonly number[] | undefined {
  const positions = items
    .map((item) => memberOf(item, member))
    .filter((position) => Number.isInteger(position))
  return positions.length === items.length
    ? positions.map(Number).toSorted((one, other) => one - other)
    : undefined
}

function areDistinct(positions: readonly number[]): boolean {
  return new Set(positions).size === positions.length
}

/** True if clients can set the property, so that they decide which positions there are. */
function isWritten({ document, pool }: CheckContext, operation: OperationDescriptor, name: string): boolean {
  const { create, update, replace } = pool.resourceFor(operation).operations
  const writes = [create, update, replace].map((id) => operationById(document, id))
  return [...writes, operation].some((write) => {
    const body = write && jsonBody(write)
    return body !== undefined && schemaIn(document, body.schema).properties.get(name) !== undefined
  })
}
