import type { Model } from '../../model/model.ts'
import { reachableDefinitions } from '../../model/schema/references.ts'
import type { Code } from '../print/code.ts'
import { declaredTypesUsed } from '../print/code.ts'
import type { DeclaredType } from './declared-types.ts'

/**
 * Returns the types that responses use and that differ when a client reads them, either themselves or in a
 * type that they use.
 */
export function openTypes(
  closed: readonly DeclaredType[],
  open: readonly DeclaredType[],
  { operations }: Pick<Model, 'operations'>,
): readonly DeclaredType[] {
  const texts = new Map(closed.map(({ name, view }) => [name, textOf(view.declaration)]))
  const used = new Map(open.map(({ name, view }) => [name, declaredTypesUsed(view.declaration)]))
  const users = new Map<string, string[]>()
  for (const [user, names] of used)
    for (const name of names) users.set(name, [...(users.get(name) ?? []), user])
  const changed = open.filter(({ name, view }) => textOf(view.declaration) !== texts.get(name))
  const differing = reachableDefinitions(
    changed.map(({ name }) => name),
    (name) => users.get(name) ?? [],
  )
  const answers = reachableDefinitions(
    operations.map(({ responseName }) => responseName),
    (name) => used.get(name) ?? [],
  )
  return open.filter(({ name }) => differing.has(name) && answers.has(name))
}

function textOf(code: Code): string {
  return code.write(({ name }) => name)
}
