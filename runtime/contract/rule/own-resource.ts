import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { resourceOf } from '../document/resource-lookup.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { CheckContext } from './check.ts'

/** The resource whose items an operation is about. @throws NotRun when it is about none. */
export function ownResource(
  { document }: Pick<CheckContext, 'document'>,
  { operationId, resource }: OperationDescriptor,
): ResourceDescriptor {
  const found = resourceOf(document, resource?.name)
  if (found === undefined) throw new NotRun({ kind: 'no resource', operation: operationId })
  return found
}
