import { config } from '../config/config-options.ts'
import type { ObjectKind } from '../declaration/object.ts'
import type { Kind } from '../kinds/kind.ts'

/** The objects of a configuration that have a type of their own, each after those that it is made of. */
export function declaredObjects(kind: Kind = config): readonly ObjectKind[] {
  const inner = (kind.parts ?? []).flatMap(declaredObjects)
  const all = 'members' in kind ? [...inner, kind as ObjectKind] : inner
  return all.filter(({ type }, index) => all.findIndex((other) => other.type === type) === index)
}

/** Kinds that have a name and no members of their own. */
export function namedKinds(kind: Kind = config): readonly Kind[] {
  const all = [...(kind.parts ?? []).flatMap(namedKinds), ...(/^[A-Z]\w*$/.test(kind.type) ? [kind] : [])]
  return all.filter(
    ({ type }, index) =>
      all.findIndex((other) => other.type === type) === index &&
      declaredObjects().every((object) => object.type !== type),
  )
}
