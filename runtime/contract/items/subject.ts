import type { OperationDescriptor } from '@concordat/runtime/http'
import { blank, type Place } from '../document/place.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { Fixtures } from './fixtures.ts'
import type { Item } from './item.ts'

/** Where a request goes that should be refused, and the item that nobody else knows, where one could be made. */
export interface Subject {
  readonly place: Place
  readonly item?: Item
}

/** The operation's own item for a write that should be refused: whether it was, the item tells. Reads share theirs. */
export async function subjectOf(fixtures: Fixtures, operation: OperationDescriptor): Promise<Subject> {
  const resource = fixtures.resource(operation.resource?.name)
  const isCollection = !blank(operation.path).startsWith(blank(resource?.item ?? operation.path))
  if (operation.method === 'GET') return { place: await fixtures.place(operation, 'read') }
  if (isCollection || resource?.item === undefined)
    return { place: await fixtures.place(operation, 'refuse') }
  try {
    const item = await fixtures.own(operation)
    return { place: item.place, item }
  } catch (error) {
    if (error instanceof NotRun) return { place: await fixtures.place(operation, 'refuse') }
    throw error
  }
}
