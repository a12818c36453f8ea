import type { DocumentObject } from '../document/document.ts'
import type { Operation, Tag } from './model.ts'
import { camelCase, kebabCase, Names } from './naming/name.ts'

/** File systems take 255 bytes; endings such as `.test.ts`, and that of a file while it is written, take some of them. */
const MAX_FILE_NAME = 100

/** Operations by their first tag, in the order in which the tags are met. */
export function groupByTag(operations: readonly Operation[], { tags = [] }: DocumentObject): Tag[] {
  const identifiers = new Names()
  const fileNames = new Names()
  const described = new Map(tags.map(({ name, summary, description }) => [name, description ?? summary]))
  return [...Map.groupBy(operations, (operation) => operation.descriptor.tag)].map(([name, group]) => ({
    name,
    identifier: identifiers.unique(camelCase(name)),
    fileName: fileNames.unique(kebabCase(name).slice(0, MAX_FILE_NAME)),
    ...describe(described.get(name)),
    operations: group,
  }))
}

function describe(description: string | undefined): Pick<Tag, 'description'> {
  return description === undefined ? {} : { description }
}
