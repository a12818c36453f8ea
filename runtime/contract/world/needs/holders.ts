import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { blankPath, type Template } from '../../data/document/path-binding.ts'
import { creatorOfItems, operationById } from '../../data/document/resource-lookup.ts'
import { documentedAsWholeItem, shownProperties } from '../../data/document/shown.ts'
import { isNamedAs, isOwnItemName, likeliestItemName, namesResourceItem } from '../../lexicon/lexicon.ts'

/** A resource whose items have named parts. */
export interface NeedHolder {
  readonly resource: ResourceDescriptor
  /**
   * Names of the lists in its items, each with the name of the property that identifies a part, and of the
   * maps, whose parts are identified by their keys.
   */
  readonly members: readonly HeldPart[]
}

type HeldPart = readonly [member: string, name: string | undefined]

/**
 * Returns the resources whose items contain lists of the parts that a template identifies, with ancestors in
 * the path first.
 */
export function holdersOf({ name, key }: Template, document: DocumentDescriptor): readonly NeedHolder[] {
  const holders = document.resources.flatMap((resource): NeedHolder[] => {
    const reader = operationById(document, resource.operations.read)
    if (reader === undefined || creatorOfItems(document, resource) === undefined) return []
    const members = [...shownProperties(documentedAsWholeItem(reader), document)].flatMap(
      ([member, schema]): readonly HeldPart[] => {
        if (isMapAt(schema, `${blankPath(resource.item ?? '')}/${member}`, key)) return [[member, undefined]]
        const { items } = schema
        if (!namesResourceItem(name, member)) return []
        const sure = [...items.properties.keys()].filter(
          (own) => isNamedAs(name, own) || isOwnItemName(own, member),
        )
        const named = likeliestItemName(sure, { collection: member, parameter: name })
        return named === undefined ? [] : [[member, named]]
      },
    )
    return members.length === 0 ? [] : [{ resource, members }]
  })
  const isAbove = ({ resource: { item = '' } }: NeedHolder): boolean => key.startsWith(`${blankPath(item)}/`)
  return holders.toSorted((one, other) => Number(isAbove(other)) - Number(isAbove(one)))
}

/** True for a map whose entries have a path below the item: "/people/{id}/attributes/{name}". */
function isMapAt({ types, properties, additionalProperties }: Schema, path: string, key: string): boolean {
  const isMap = types.includes('object') && properties.size === 0 && additionalProperties.written !== false
  return isMap && key === `${path}/{}`
}
