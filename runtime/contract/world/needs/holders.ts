import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { blankPath, type Template } from '../../data/document/path-binding.ts'
import { creatorOfItems, namesItem, operationById } from '../../data/document/resource-lookup.ts'
import { asWholeView, shownProperties } from '../../data/document/shown.ts'

/** A resource whose items have named parts. */
export interface Holder {
  readonly resource: ResourceDescriptor
  /** Names of the lists in its items. */
  readonly members: readonly string[]
}

/**
 * Returns the resources whose items list the things that a template identifies, with ancestors in the path
 * first.
 */
export function holdersOf({ name, key }: Template, document: DocumentDescriptor): readonly Holder[] {
  const holders = document.resources.flatMap((resource): Holder[] => {
    const reader = operationById(document, resource.operations.read)
    if (reader === undefined || creatorOfItems(document, resource) === undefined) return []
    const members = [...shownProperties(asWholeView(reader), document)].flatMap(([member, { items }]) =>
      items.properties.has('id') && namesItem(name, member) ? [member] : [],
    )
    return members.length === 0 ? [] : [{ resource, members }]
  })
  const isAbove = ({ resource: { item = '' } }: Holder): boolean => key.startsWith(`${blankPath(item)}/`)
  return holders.toSorted((one, other) => Number(isAbove(other)) - Number(isAbove(one)))
}
