import type { Model } from '../../model/model.ts'
import { type Code, declaredTypesUsed } from '../print/code.ts'
import type { TypeHomes } from '../print/generated-file.ts'
import { BESIDE_TAGS, type TagFiles, typesModuleOfTag } from './tag-files.ts'

/** A declared type and its code. */
interface DeclaredType {
  readonly name: string
  readonly view: { readonly declaration: Code }
}

/**
 * Returns the module of each declared type. A type with only one user (a tag or the webhooks) is in that
 * user's module; types with several users are in a shared module, and unused types in another. The modules of
 * tags and webhooks import only the shared module, and a type moves only if its users change.
 */
export function typeHomes(
  types: readonly DeclaredType[],
  { model, tagFiles }: { readonly model: Pick<Model, 'tags' | 'webhooks'>; readonly tagFiles: TagFiles },
): TypeHomes {
  const used = new Map(types.map(({ name, view }) => [name, declaredTypesUsed(view.declaration)]))
  const homes = new Map<string, string>()
  const shared = typesModuleOfTag(BESIDE_TAGS.shared)
  const users = [
    ...model.tags.map((tag) => ({
      module: typesModuleOfTag(tagFiles.get(tag) ?? ''),
      operations: tag.operations,
    })),
    { module: typesModuleOfTag(BESIDE_TAGS.webhooks), operations: model.webhooks?.operations ?? [] },
  ]
  for (const { module, operations } of users) {
    const stack = operations.flatMap(({ requestName, responseName }) => [requestName, responseName])
    for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
      const home = homes.get(name)
      if (home === module || home === shared) continue
      homes.set(name, home === undefined ? module : shared)
      stack.push(...(used.get(name) ?? []))
    }
  }
  const unused = typesModuleOfTag(BESIDE_TAGS.unused)
  return new Map(types.map(({ name }) => [name, homes.get(name) ?? unused]))
}
