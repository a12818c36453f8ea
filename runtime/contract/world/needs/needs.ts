import type { DocumentDescriptor, Location, OperationDescriptor } from '@concordat/runtime/http'
import { blankPath, namesOfTemplate, pathTemplates } from '../../data/document/path-binding.ts'
import {
  creatorOfItems,
  findResource,
  operationById,
  resourceByName,
} from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { linkProducers } from '../requests/link.ts'
import { lastWantedName, neededReference, wantedBy } from './wanted.ts'

/** A value that a request requires, and its source. */
export interface Need {
  readonly name: string
  readonly in: Location | 'body'
  /**
   * The resource of the item to which the value refers; absent if it refers to no item of a documented
   * resource.
   */
  readonly resource?: string
  /** Operations that provide the value, starting with the one that is requested first. */
  readonly givenBy: readonly string[]
  /**
   * True if the value is configured, or if no operation provides it but the document does, with an example,
   * enum or default.
   */
  readonly isKnown: boolean
}

/** An operation and the values that its requests need. */
export interface PlannedOperation {
  readonly operation: OperationDescriptor
  readonly needs: readonly Need[]
  /** The resource of the items that the operation creates. */
  readonly gives?: string
}

/** Dependencies between the operations of a document. */
export interface NeedsPlan {
  /**
   * Layers of operations, each in the order of the document. Earlier layers provide the values that a layer
   * needs from other operations; the first layer needs none.
   */
  readonly layers: readonly (readonly PlannedOperation[])[]
  /**
   * Cycles of operations that need one another. Each operation precedes the one that it needs, and the last
   * needs the first. Other operations that need one of these are in neither `layers` nor `circles`.
   */
  readonly circles: readonly (readonly string[])[]
  /** Values that no operation provides; they are guessed or must be configured. */
  readonly missing: readonly { readonly operationId: string; readonly need: Need }[]
}

interface PlanOptions {
  readonly document: DocumentDescriptor
  readonly target: Pick<Target, 'pathParameters'>
  /** Operations that are not sent and therefore provide nothing. */
  readonly leftAlone?: ReadonlySet<string> | undefined
}

/** Determines the dependencies between operations from the document alone. A run might discover more. */
export function planNeeds(options: PlanOptions): NeedsPlan {
  const planned = options.document.operations.map((operation) => describe(operation, options))
  const ids = new Set(planned.map(({ operation }) => operation.operationId))
  const layers: PlannedOperation[][] = []
  const done = new Set<string>()
  let left = planned
  for (;;) {
    const ready = left.filter(({ needs }) => needs.every((need) => isMet(need, ids, done)))
    if (ready.length === 0) break
    layers.push(ready)
    for (const { operation } of ready) done.add(operation.operationId)
    left = left.filter((one) => !ready.includes(one))
  }
  const missing = planned.flatMap(({ operation: { operationId }, needs }) =>
    needs
      .filter(({ givenBy, isKnown }) => givenBy.length === 0 && !isKnown)
      .map((need) => ({ operationId, need })),
  )
  return { layers, circles: circlesIn(left, done), missing }
}

/**
 * True if a need requires no waiting: it is known, no operation provides the value, or an operation that
 * provides it is done.
 */
function isMet({ givenBy, isKnown }: Need, ids: ReadonlySet<string>, done: ReadonlySet<string>): boolean {
  const givers = givenBy.filter((id) => ids.has(id))
  return isKnown || givers.length === 0 || givers.some((id) => done.has(id))
}

/**
 * Finds cycles: starts at each remaining operation and follows the first need that is not met, until an
 * operation recurs.
 */
function circlesIn(left: readonly PlannedOperation[], done: ReadonlySet<string>): string[][] {
  const next = new Map(
    left.map(({ operation, needs }) => [
      operation.operationId,
      needs.find(({ givenBy, isKnown }) => !isKnown && !givenBy.some((id) => done.has(id)))?.givenBy[0],
    ]),
  )
  const circles = new Map<string, string[]>()
  for (const start of next.keys()) {
    const way: string[] = []
    for (let id: string | undefined = start; id !== undefined; id = next.get(id)) {
      const at = way.indexOf(id)
      if (at >= 0) {
        const circle = way.slice(at)
        const key = circle.toSorted().join(' ')
        if (!circles.has(key)) circles.set(key, circle)
        break
      }
      way.push(id)
    }
  }
  return [...circles.values()]
}

function describe(operation: OperationDescriptor, options: PlanOptions): PlannedOperation {
  const { document } = options
  const resource = resourceByName(document, operation.resource?.name)
  const isCreate = creatorOfItems(document, resource)?.operationId === operation.operationId
  return {
    operation,
    needs: [...needsOfPath(operation, options), ...needsOfRest(operation, options)],
    ...(isCreate && resource !== undefined && { gives: resource.name }),
  }
}

/**
 * Returns a need for each template in the path, except for the name that a create request itself gives to its
 * item.
 */
function needsOfPath(operation: OperationDescriptor, { document, target, leftAlone }: PlanOptions): Need[] {
  const templates = pathTemplates(operation.path)
  const own = resourceByName(document, operation.resource?.name)
  const isCreate = creatorOfItems(document, own)?.operationId === operation.operationId
  const names = isCreate && blankPath(operation.path) === blankPath(own?.item ?? '')
  return (names ? templates.slice(0, -1) : templates).map((template): Need => {
    const { name } = template
    const resource = findResource(document, template)
    const links = linkProducers(document, operation, { name, location: 'path' }).map(
      ({ operation: { operationId } }) => operationId,
    )
    const parameter = operation.parameters?.find((one) => one.in === 'path' && one.name === name)
    const givenBy = [...giversOf(resource?.name, document), ...links].filter(
      (id) => id !== operation.operationId && leftAlone?.has(id) !== true,
    )
    const isConfigured = configuredParameter(target, namesOfTemplate(template)) !== undefined
    return {
      ...{ name, in: 'path', ...(resource !== undefined && { resource: resource.name }) },
      givenBy,
      isKnown: isConfigured || (givenBy.length === 0 && hasValues(document, parameter?.schema)),
    }
  })
}

/** Returns the required parameters and body properties that refer to items. */
function needsOfRest(operation: OperationDescriptor, { document, target, leftAlone }: PlanOptions): Need[] {
  return wantedBy(operation, document).flatMap((wanted): Need[] => {
    const { name, location, isOptional = false } = wanted
    const reference = isOptional ? undefined : neededReference(operation, wanted, document)
    if (reference === undefined) return []
    const resource = reference.resource.name
    const givenBy = giversOf(resource, document).filter(
      (id) => id !== operation.operationId && leftAlone?.has(id) !== true,
    )
    const isKnown = configuredParameter(target, [lastWantedName(name)]) !== undefined
    return [{ name, in: location, resource, givenBy, isKnown }]
  })
}

/** Returns the operations that create or list a resource's items. */
function giversOf(name: string | undefined, document: DocumentDescriptor): string[] {
  const resource = resourceByName(document, name)
  const list = operationById(document, resource?.operations.list)
  return [creatorOfItems(document, resource), list].flatMap((operation) => operation?.operationId ?? [])
}

/** True if a schema lists or shows possible values. */
function hasValues(document: DocumentDescriptor, schema: unknown): boolean {
  const { keywords } = schemaIn(document, schema)
  return ['enum', 'const', 'default', 'example', 'examples'].some((keyword) => keyword in keywords)
}
