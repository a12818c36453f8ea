import {
  type Need,
  type NeedsPlan,
  Permission,
  type PlannedOperation,
  planNeeds,
  type Target,
} from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { counted } from '../../errors/counted.ts'

/** Maximum number of operations to list on one line. */
const MOST_NAMES = 4

/**
 * Returns lines about the order of the operations and the values that they need, circular dependencies, and
 * values that no operation provides.
 */
export function planLines(document: DocumentDescriptor, target: Target): readonly string[] {
  const permission = new Permission({ document, target })
  const omitted = document.operations.filter(
    (operation) => permission.skips(operation) || permission.forbidsMethod(operation.method),
  )
  const leftAlone = new Set(
    [...permission.leftAlone().map(({ operation }) => operation), ...omitted].map(
      ({ operationId }) => operationId,
    ),
  )
  const { layers, circles, missing } = planNeeds({ document, target, leftAlone })
  const count = layers.reduce((sum, layer) => sum + layer.length, 0)
  return [
    `${counted(count, 'operation')} in ${counted(layers.length, 'layer')}.${layers.length > 1 ? ' Each operation needs values only from earlier layers.' : ''}`,
    ...layers.flatMap((layer, index) => [
      '',
      `Layer ${index + 1}`,
      ...layer.map((planned) => operationLine(planned, leftAlone)),
    ]),
    ...section(
      'Operations that need each other',
      circles.map((circle) => `  ${[...circle, circle[0]].join(' needs ')}`),
    ),
    ...section(
      'No operation provides these values, so the run guesses them; set path parameters with --path-value NAME=VALUE',
      [...Map.groupBy(missing, ({ need }) => nameOf(need))].map(([name, of]) => `  ${name}: ${needers(of)}`),
    ),
  ]
}

function operationLine(
  { operation: { operationId }, needs, gives }: PlannedOperation,
  leftAlone: ReadonlySet<string>,
): string {
  const from = needs.map((need) => `${nameOf(need)} from ${sourceOf(need)}`)
  const parts = [
    ...(from.length === 0 ? [] : [`needs ${from.join(', ')}`]),
    ...(gives === undefined ? [] : [`gives ${gives}`]),
    ...(leftAlone.has(operationId) ? ['not sent'] : []),
  ]
  return `  ${operationId}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}`
}

function nameOf({ name, in: location }: Need): string {
  return location === 'path' ? name : `${name} (${location})`
}

function sourceOf({ givenBy, isKnown }: Need): string {
  if (isKnown) return 'the document or the configuration'
  return givenBy.length === 0 ? 'a guess' : givenBy.join(' or ')
}

/** Lists the operations that need a value. */
function needers(of: NeedsPlan['missing']): string {
  const more = of.length - MOST_NAMES
  const names = of.slice(0, MOST_NAMES).map(({ operationId }) => operationId)
  return `needed by ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}
