import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { identifierInPath } from '../../../data/document/identifier.ts'
import {
  bindTemplate,
  boundItemId,
  type PathBinding,
  type Template,
} from '../../../data/document/path-binding.ts'
import { idPathOf } from '../../../data/document/resource-lookup.ts'
import { Missing, type Or } from '../../../data/outcome/missing.ts'
import { isNamedAs } from '../../../lexicon/lexicon.ts'
import { isIdentifierMember } from '../../requests/members/identifier-members.ts'

/** An item's path binding, and the value that responses show for it. */
interface Called {
  readonly binding: PathBinding
  readonly resource: ResourceDescriptor
  readonly value?: unknown
}

/**
 * Returns the item's own value and those of its parents. A parameter found only by its name gets a value
 * under its own key, which is the value of the property after which it is named: "key" for "file_key". If the
 * item has a path, however, its identifiers are those in the path. If a parameter is in the position of the
 * item's id in other paths, but is named after another property, it gets that property's value:
 * "/artifacts/{key}/latest" beside "/artifacts/{id}".
 * @returns a reason if the item has no such value.
 */
export function bindingOfItem(
  { binding, resource, value: shown }: Called,
  template: Template,
): Or<PathBinding> {
  const value = boundItemId(binding, resource)
  if (binding.has(template.key)) {
    const { name } = template
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
      (resource.item === undefined || !isIdentifierMember(resource, name)),
  )
  return bindTemplate(template, { ...value, text: identifierInPath(named?.[1]) ?? value.text })
}
