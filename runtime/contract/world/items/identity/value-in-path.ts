import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { identifierInPath, idPathOf } from '../../../data/document/identifier.ts'
import {
  bindTemplate,
  boundItemId,
  keysAboveItem,
  type PathBinding,
  type Template,
} from '../../../data/document/path-binding.ts'
import { Missing, type Or } from '../../../data/outcome/missing.ts'
import { isNamedAs, isOwnItemName } from '../../../lexicon/lexicon.ts'

/** An item's path binding, and the value that responses show for it. */
interface Called {
  readonly binding: PathBinding
  readonly resource: ResourceDescriptor
  readonly value?: unknown
}

/**
 * Returns the path values that bind a template to an item. A parameter that is named after another property
 * of the item gets that property's value: "key" for "file_key", or for "/artifacts/{key}/latest" beside
 * "/artifacts/{id}".
 * @returns a reason if the item has no such value.
 */
export function bindingOfItem(
  { binding, resource, value: shown }: Called,
  template: Template,
): Or<PathBinding> {
  const value = boundItemId(binding, resource)
  if (binding.has(template.key)) {
    const { name, key } = template
    if (keysAboveItem(resource).includes(key)) return binding
    const isAnother = name !== resource.idParameter && idPathOf(resource)?.join() !== name
    if (!isAnother || value === undefined || !isObject(shown) || !Object.hasOwn(shown, name)) return binding
    const text = identifierInPath(shown[name])
    if (text === undefined)
      return new Missing({ kind: 'no such member', resource: resource.name, member: name })
    return new Map([...binding, ...bindTemplate(template, { ...value, text })])
  }
  if (value === undefined) return binding
  const named = Object.entries(isObject(shown) ? shown : {}).find(
    ([name, own]) =>
      isNamedAs(template.name, name) &&
      identifierInPath(own) !== undefined &&
      (resource.item === undefined || !isOwnItemName(name, resource.collection)),
  )
  return bindTemplate(template, { ...value, text: identifierInPath(named?.[1]) ?? value.text })
}
