import type { DocumentObject } from '../document/document.ts'
import type { Operation, Tag, TagParent } from './model.ts'
import { operationNamesInGroups } from './naming/member-names.ts'
import { camelCase, fileNameInKebabCase, TakenNames } from './naming/name.ts'
import { type TagNaming, tagName } from './naming/tag-naming.ts'

/**
 * Maximum length of a file name in characters. File systems allow 255 bytes, including endings such as
 * `.test.ts` and the ending of a temporary file.
 */
const MAX_FILE_NAME = 100

type Tags = NonNullable<DocumentObject['tags']>

/** Groups operations by their grouping tag, in order of first use. */
export function groupByTag(
  operations: readonly Operation[],
  { tags = [] }: DocumentObject,
  naming?: TagNaming,
): Tag[] {
  const identifiers = new TakenNames()
  const fileNames = new TakenNames()
  const known = new Map<string, TagParent>()
  const parentOf = (name: string): TagParent => {
    const made = known.get(name) ?? describe(name, { tags, identifiers, naming })
    known.set(name, made)
    return made
  }
  return [...Map.groupBy(operations, (operation) => operation.descriptor.tag)].map(([name, group]) => ({
    ...parentOf(name),
    parents: lineage(name, tags).map(parentOf),
    fileName: fileNames.unique(fileNameInKebabCase(tagName(name, naming)).slice(0, MAX_FILE_NAME)),
    operations: group,
  }))
}

/** A tag's parents, outermost first; empty if the chain is circular or the tag has no declared parent. */
function lineage(name: string, tags: Tags): readonly string[] {
  const parents: string[] = []
  for (let parent = parentName(name, tags); parent !== undefined; parent = parentName(parent, tags)) {
    if (parent === name || parents.includes(parent)) return []
    parents.unshift(parent)
  }
  return parents
}

function parentName(name: string, tags: Tags): string | undefined {
  const parent = tags.find((tag) => tag.name === name)?.parent
  return tags.some((tag) => tag.name === parent) ? parent : undefined
}

/** Reports each tag whose `parent` is not declared, or whose chain of parents is circular. */
export function reportTags(
  { tags = [] }: DocumentObject,
  report: (pointer: string, fact: string) => void,
): void {
  for (const [index, { name = '', parent }] of tags.entries()) {
    if (parent === undefined) continue
    const pointer = `#/tags/${index}/parent`
    if (parentName(name, tags) === undefined) report(pointer, `there is no tag "${parent}"`)
    else if (lineage(name, tags).length === 0) report(pointer, `the parents of "${name}" form a cycle`)
  }
}

function describe(
  name: string,
  {
    tags,
    identifiers,
    naming,
  }: { readonly tags: Tags; readonly identifiers: TakenNames; readonly naming: TagNaming | undefined },
): TagParent {
  const declared = tags.find((tag) => tag.name === name)
  const description = declared?.description ?? declared?.summary
  const outer = lineage(name, tags).at(-1)
  const identifier = camelCase(tagName(name, naming))
  const [own = identifier] = operationNamesInGroups([
    { name: identifier, ...(outer !== undefined && { tag: outer }) },
  ])
  return {
    name,
    identifier: identifiers.unique(own),
    ...(description !== undefined && { description }),
  }
}
