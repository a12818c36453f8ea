import type { Model } from '../model/model.ts'
import { Flattener } from './flat/flatten.ts'
import { type Change, ChangeScope, type FoundChange } from './found/change.ts'
import { changesFound } from './found/changes.ts'
import { comparedOperationTitle, compareOperation } from './operations/operation-comparison.ts'
import { pairOperations } from './operations/operation-pairs.ts'
import { Places } from './operations/places.ts'
import { comparedSunset } from './operations/sunset.ts'
import { compareWebhooks } from './operations/webhooks.ts'
import { compareDocuments } from './operations/whole-document.ts'
import { SchemaComparison } from './schemas/schema-comparison.ts'

/** Settings for comparing two documents. */
export interface CompareOptions {
  /** Path prefixes to ignore in both documents: "/api/v1". */
  readonly stripPrefixes?: readonly string[]
  /** Date of the comparison: "2026-12-31". Default: today, UTC. */
  readonly today?: string
}

/**
 * Returns the differences between two documents: first those of the whole documents, then those of removed,
 * common and new operations.
 */
export function compareModels(
  old: Model,
  now: Model,
  { stripPrefixes = [], today = new Date().toISOString().slice(0, 10) }: CompareOptions = {},
): readonly Change[] {
  const models = { old, new: now }
  const schemas = new SchemaComparison({ old: new Flattener(old), new: new Flattener(now) })
  const places = { old: new Places(old, stripPrefixes), new: new Places(now, stripPrefixes) }
  const { same, gone, added } = pairOperations(models, places)
  const whole = new ChangeScope()
  const context = { models, places, schemas, scope: whole }
  compareDocuments(context, same)
  compareWebhooks(context)
  const operations = [
    ...gone.map((operation) => ({
      operation: operation.descriptor.operationId,
      scope: one({
        ...removal(comparedSunset(operation, old), today),
        label: comparedOperationTitle(operation),
        old: operation.descriptor.pointer,
      }),
    })),
    ...same.map((pair) => {
      const scope = new ChangeScope()
      compareOperation(pair, { ...context, scope })
      return { operation: pair.new.descriptor.operationId, scope }
    }),
    ...added.map((operation) => ({
      operation: operation.descriptor.operationId,
      scope: one({
        kind: 'operation-added',
        label: comparedOperationTitle(operation),
        new: operation.descriptor.pointer,
      }),
    })),
  ]
  return changesFound([{ scope: whole }, ...operations])
}

function removal(sunset: string | undefined, today: string): Pick<FoundChange, 'kind' | 'was'> {
  return sunset === undefined || sunset > today
    ? { kind: 'operation-removed' }
    : { kind: 'operation-removed-after-sunset', was: sunset }
}

function one(found: Parameters<ChangeScope['add']>[0]): ChangeScope {
  const scope = new ChangeScope()
  scope.add(found)
  return scope
}
