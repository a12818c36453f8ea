import { itemsLeftBehind, type Residue, type Target } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { counted, enumerated } from '../../errors/counted.ts'

/** Maximum number of resources or operations to list together. */
const MOST_NAMES = 6

/**
 * Line to print before a run about items that the run may be unable to remove; `undefined` if there are none.
 */
export function leavesBehindLine(document: DocumentDescriptor, target: Target): string | undefined {
  const leftOvers = itemsLeftBehind({ document, target })
  if (leftOvers.length === 0 || target.readOnly === true) return undefined
  const never = leftOvers.filter(({ remove }) => remove === undefined).map(({ resource }) => resource.name)
  const refused = leftOvers.flatMap(({ resource, remove, after }) =>
    remove === undefined ? [] : [refusal({ resource, remove, after })],
  )
  const parts = [
    ...(never.length === 0 ? [] : [`${listed(never)}, which no operation removes`]),
    ...refused.slice(0, MOST_NAMES),
    ...(refused.length > MOST_NAMES
      ? [`items of ${counted(refused.length - MOST_NAMES, 'more resource')}`]
      : []),
  ]
  return `The run leaves behind: ${parts.join('; ')}.`
}

function refusal({ resource, remove, after }: Required<Residue>): string {
  const names = after.map(({ operationId }) => operationId)
  return `${resource.name}, if ${remove.operationId} refuses to remove them after ${listed(names, 'or')}`
}

function listed(names: readonly string[], word = 'and'): string {
  const more = names.length - MOST_NAMES
  if (more > 0) return `${names.slice(0, MOST_NAMES).join(', ')} ${word} ${more} more`
  return enumerated(names, word)
}
