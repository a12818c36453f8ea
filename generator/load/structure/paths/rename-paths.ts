import { type Container, isContainer, setNodeMember } from '../../source/json.ts'
import type { Sources } from '../../source/sources.ts'

/** Renames paths in their order, and removes those whose new name is `undefined`. */
export function renamePaths(
  document: Container,
  renamed: ReadonlyMap<string, string | undefined>,
  sources: Sources,
): void {
  const paths = document['paths']
  if (!isContainer(paths)) return
  const members = Object.entries(paths).flatMap(([template, item]) => {
    const name = renamed.has(template) ? renamed.get(template) : template
    return name === undefined ? [] : [{ name, item, written: sources.trace(document, ['paths', template]) }]
  })
  for (const name of Object.keys(paths)) delete paths[name]
  for (const { name, item } of members) setNodeMember(paths, name, item)
  sources.replace(paths, new Map(members.map(({ name, written }) => [name, written])))
}
