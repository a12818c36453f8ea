import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { asIdentifier } from '../../../data/document/identifier.ts'
import { bind, idAt, type PathBinding, type Template } from '../../../data/document/path-binding.ts'
import { idPathOf } from '../../../data/document/resource-lookup.ts'
import { Missing, type Or } from '../../../data/outcome/missing.ts'
import { isNamedAs } from '../../../lexicon/lexicon.ts'
import { isIdentifier } from '../../requests/identifier-members.ts'

/** Name of an item, and what it showed of itself. */
interface Called {
  readonly binding: PathBinding
  readonly resource: ResourceDescriptor
  readonly value?: unknown
}

/**
 * The item's own value and those of its parents; a parameter found by name alone takes the value under its
 * own key: the member that the parameter is called after, "key" for "file_key", but where the item has a path
 * its identifiers are those of the path. One that stands where others have the item's id, and is called after
 * another member of it, takes that: "/artifacts/{key}/latest" beside "/artifacts/{id}".
 * @returns a reason where the item has nothing there.
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
