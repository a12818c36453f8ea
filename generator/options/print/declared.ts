import { configurationKind } from '../config/config-options.ts'
import type { ObjectKind } from '../declaration/object.ts'
import type { Kind } from '../kinds/kind.ts'

/** Configuration objects with named types, each after the objects that it contains. */
export function declaredObjects(kind: Kind = configurationKind): readonly ObjectKind[] {
  const inner = (kind.parts ?? []).flatMap(declaredObjects)
  const all = 'members' in kind ? [...inner, kind as ObjectKind] : inner
  return all.filter(({ type }, index) => all.findIndex((other) => other.type === type) === index)
}

/** Named kinds without members. */
export function namedKinds(kind: Kind = configurationKind): readonly Kind[] {
  const all = [...(kind.parts ?? []).flatMap(namedKinds), ...(/^[A-Z]\w*$/.test(kind.type) ? [kind] : [])]
  return all.filter(
    ({ type }, index) =>
      all.findIndex((other) => other.type === type) === index &&
      declaredObjects().every((object) => object.type !== type),
  )
}
