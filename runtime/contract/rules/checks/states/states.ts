import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { allVerdicts, nothingCompared } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { type ExploredStates, exploreStates, isExplorableAction } from './explore.ts'
import { rules } from './rules.ts'
import { checkTwice } from './twice.ts'
import { checkUndone } from './undone.ts'

/** Explorations by resource name. */
const newExplorations = () => new Map<string, Promise<ExploredStates>>()

/** An action changes an item's state only if it succeeds. */
export const states: Check = {
  code: 'states',
  description:
    'The run takes items from state to state through their actions, up to three steps deep. In every state, each action succeeds or is rejected as documented. A rejected action changes nothing, and an action that is rejected when repeated does not succeed in both of two simultaneous requests. After a success, the response, a read and the list show the same state, and required strings are unchanged.',
  assertions: Object.values(rules),
  example: '`POST /pets/7/sell` returns 409, but `GET /pets/7` shows the pet as sold.',
  fix: 'Check and change the stored state in one transaction.',
  reserve: { fraction: 0.15 },
  applies: (operation, document) => isOnItem(operation, document),
  title: () => 'in every state of the item, the action succeeds or is rejected without changing anything',
  async run(context, operation) {
    const resource = context.pool.resourceFor(operation)
    const explored = await onceOrMissing(context.state.of(newExplorations), resource.name, () =>
      exploreStates(context, resource),
    )
    const found = explored.findings.get(operation.operationId)
    const done = explored.done.get(operation.operationId)
    const again = done === undefined ? nothingCompared() : await checkTwice(context, operation, done)
    return allVerdicts([found ?? nothingCompared(), again, await checkUndone(context, operation)])
  },
}

/** True if an operation acts on an item that the run can create and another operation can show. */
function isOnItem(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { method, resource: of } = operation
  const resource = resourceByName(document, of?.name)
  if (resource?.item === undefined || isSafe(method) || of?.role !== 'action') return false
  const isShown = operationById(document, resource.operations.read) !== undefined
  return (
    isShown &&
    creatorOfItems(document, resource) !== undefined &&
    isExplorableAction(document, operation, resource.item)
  )
}
