import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { asIdentifier } from '../../../data/document/identifier.ts'
import { bind, idAt, type PathBinding, type Template } from '../../../data/document/path-binding.ts'
import { idPathOf } from '../../../data/document/resource-lookup.ts'
import { Missing, type Or } from '../../../data/outcome/missing.ts'
import { isNamedAs } from '../../../lexicon/lexicon.ts'
import { isIdentifier } from '../../requests/identifier-members.ts'

/** Name of an item, and its shown value. */
interface Called {
  readonly binding: PathBinding
  readonly resource: ResourceDescriptor
  readonly value?: unknown
}

/**
 * The item's own value and those of its parents. A parameter found only by name gets the value under its own
 * key: the member that the parameter is named after, "key" for "file_key", but if the item has a path, its
 * identifiers are those of the path. A parameter in the place where other paths have the item's id, but named
 * after another member, gets that: "/artifacts/{key}/latest" beside "/artifacts/{id}".
 * @returns a reason if the item has no such value.
 */
export function underKey({ binding, resource, value: shown }: Called, template: Template): Or<PathBinding> {
  const value = idAt(binding, resource)
  if (binding.has(template.key)) {
    const { name } = template
    const isAnother = name !== resource.idParameter && idPathOf(resource)?.join() !== name
    if (!isAnother || value === undefined || !isObject(shown) || !Object.hasOwn(shown, name)) return binding
    const text = asIdentifier(shown[name])
    if (text === undefined)
      return new Missing({ kind: 'no such member', resource: resource.name, member: name })
    return new Map([...binding, ...bind(template, { ...value, text })])
  }
  if (value === undefined) return binding
  const named = Object.entries(isObject(shown) ? shown : {}).find(
    ([name, own]) =>
      isNamedAs(template.name, name) &&
      asIdentifier(own) !== undefined &&
      (resource.item === undefined || !isIdentifier(resource, name)),
  )
  return bind(template, { ...value, text: asIdentifier(named?.[1]) ?? value.text })
}
