import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { documentedBodyMedia } from '../../data/document/json-body.ts'
import { boundItemId } from '../../data/document/path-binding.ts'
import { writtenReferenceId } from '../../data/document/reference.ts'
import { namedResource } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { resultIfThere } from '../../data/outcome/missing.ts'
import { valuesTask } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import type { Call, ItemSources } from './item.ts'
import type { PoolSupplies } from './supplies.ts'

export interface AbsentReferencesOptions {
  readonly document: DocumentDescriptor
  readonly supplies: Pick<PoolSupplies, 'supply' | 'alignWith'>
  readonly sources: ItemSources
}

/**
 * Body properties that refer to missing items according to an error response. They get the names of the run's
 * items.
 */
export class AbsentReferences {
  readonly #options: AbsentReferencesOptions
  /**
   * Properties, by operationId and name, for which the run has already searched for an item. It searches only
   * once for each property.
   */
  readonly #searched = new Set<string>()

  constructor(options: AbsentReferencesOptions) {
    this.#options = options
  }

  /**
   * Searches for items to which a body can refer if an error response says that a property refers to nothing.
   * @returns true if the body can refer to an item to which it did not refer before.
   */
  async supply({ plan: { operation, body }, answer, binding }: Call): Promise<boolean> {
    const { document, supplies, sources } = this.#options
    const by = valuesTask(operation)
    const schema = body && documentedBodyMedia(operation, body.mediaType).schema
    const members = schemaIn(document, schema).member.properties
    let isNews = false
    const refusal = new Refusal(answer)
    for (const name of refusal.absentOf(members.keys(), body?.value)) {
      const key = `${operation.operationId} ${name}`
      const schema = members.get(name)
      const value = isObject(body?.value) ? body.value[name] : undefined
      const resource = this.#searched.has(key)
        ? undefined
        : (namedResource(name, document) ?? resourceOfKinds(refusal.kindsQuoted(value), document))
      this.#searched.add(key)
      const item =
        resource &&
        (resultIfThere(await sources.shared.findFor(by, resource)) ??
          // If the shared item is unavailable, perhaps because it waits for the item to which the body
          // refers, creates another one.
          resultIfThere(await sources.made.createPlain(by, resource)))
      const id = item && boundItemId(item.binding, item.resource)
      if (item === undefined || id?.origin !== 'created' || schema === undefined) continue
      const write = (id: string): unknown => writtenReferenceId(id, schema)
      supplies.supply(operation, {
        ...{ slot: { name, location: 'body' }, reference: { resource: item.resource, write }, item },
      })
      isNews = true
    }
    if (isNews) await supplies.alignWith(operation, binding)
    return isNews
  }
}

/** The resource whose items a refusal calls so: items of "vertexlabels" or "vertex-labels" for "vertex label". */
function resourceOfKinds(
  kinds: readonly string[],
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  const found = kinds.flatMap((kind) =>
    ['_', ''].map((between) => namedResource(kind.replaceAll(' ', between), document)),
  )
  return found.find((resource) => resource !== undefined)
}
