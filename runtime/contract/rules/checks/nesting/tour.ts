import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { type Breach, invariants } from './invariants.ts'
import { rules } from './rules.ts'
import { type Child, hasDependents, lookAround, newScene } from './scene.ts'
import { hasSituations, type Situation, situationsOf } from './situations.ts'

/** A breach, and the situation in which it was seen. */
interface SeenBreach {
  readonly situation: Situation
  readonly breach: Breach
}

/** Breaches that a tour has seen, and whether it has entered any situation. */
interface Tour {
  readonly found: readonly SeenBreach[]
  readonly hasVisited: boolean
}

/**
 * The resource whose items a tour takes from situation to situation, if the operation reads such items.
 * Other rules leave most of the requests for reads to it.
 */
export function touredBy(
  { resource: of }: OperationDescriptor,
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  const resource = of?.role === 'read' ? resourceByName(document, of.name) : undefined
  if (resource?.item === undefined || creatorOfItems(document, resource) === undefined) return undefined
  return hasDependents(document, resource) && hasSituations(document, resource) ? resource : undefined
}

/**
 * Takes an item with items below it from situation to situation, and checks all invariants in each. A breach
 * counts if it recurs with other items, because another client may have interfered.
 */
export async function checkTour(context: CheckContext, resource: ResourceDescriptor): Promise<Verdict> {
  if (!context.asks(rules.kept)) return nothingCompared()
  const { found, hasVisited } = await tour(context, resource)
  if (found.length === 0) return hasVisited ? [] : nothingCompared()
  const again = await context.budget.makeSure(() => resultIfRun(() => tour(context, resource)))
  const isAgain = ({ situation, breach }: SeenBreach): boolean =>
    again?.found.some(
      (other) => other.situation.name === situation.name && other.breach.fact.kind === breach.fact.kind,
    ) === true
  return found
    .filter(isAgain)
    .map(({ situation: { operation }, breach }) =>
      context.finding({ operation, clause: operation.pointer, ...breach }),
    )
}

async function tour(context: CheckContext, resource: ResourceDescriptor): Promise<Tour> {
  const scene = await newScene(context, resource)
  const removed = new Set<Child>()
  let before = await lookAround(scene)
  let hasVisited = false
  for (const situation of situationsOf(scene)) {
    if (context.budget.isUsed) break
    if ((await situation.enter()) === undefined) continue
    if (situation.removes !== undefined) removed.add(situation.removes)
    const left = scene.children.filter((child) => !removed.has(child))
    const after = await lookAround({ ...scene, children: left })
    if (after.seen?.value === undefined) break
    hasVisited = true
    const visit = { scene, situation, before, after, left }
    const found = invariants.flatMap((judge) => judge(visit).map((breach) => ({ situation, breach })))
    if (found.length > 0) return { found: found.slice(0, 1), hasVisited }
    before = after
  }
  return { found: [], hasVisited }
}
