import { type ContractSettings, Permission, type Target } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'

/** Maximum number of resources or operations to list on one line. */
const MOST_NAMES = 6

/**
 * Returns lines to print before a run: the items that the run creates, the requests that it does not send,
 * each with the reason, and how to allow them.
 */
export function leftAloneLines(
  document: DocumentDescriptor,
  target: Target,
  select: ContractSettings['select'] = {},
): readonly string[] {
  if (target.readOnly === true) return []
  const permission = new Permission({ document, target })
  const created = permission.created().map(({ name }) => name)
  const skipped = document.operations.filter((operation) => permission.skips(operation))
  const reasons = Map.groupBy(permission.leftAlone(), ({ why }) => why)
  const creates =
    select.operations === undefined
      ? 'The run creates items of'
      : 'If the selected operations need them, the run creates items of'
  const disposable =
    target.disposable === true
      ? ''
      : '; if you can afford to break the server, --disposable allows all that do not affect credentials'
  return [
    ...(created.length === 0 ? [] : [`${creates} ${listed(created)}.`]),
    ...(skipped.length === 0
      ? []
      : [`Skipped by your settings: ${listed(skipped.map(({ operationId }) => operationId))}.`]),
    ...(reasons.size === 0
      ? []
      : [`The run does not send these operations (to allow one, use --allow ID${disposable}):`]),
    ...[...reasons].map(
      ([why, all]) => `  ${listed(all.map(({ operation }) => operation.operationId))}: ${why}`,
    ),
  ]
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
