import type { DocumentObject } from '../document/document.ts'
import type { Operation, Tag } from './model.ts'
import { camelCase, kebabCase, Names } from './naming/name.ts'

/** Operations by their first tag, in the order in which the tags are met. */
export function groupByTag(operations: readonly Operation[], { tags = [] }: DocumentObject): Tag[] {
  const identifiers = new Names()
  const fileNames = new Names()
  const described = new Map(tags.map(({ name, description }) => [name, description]))
  return [...Map.groupBy(operations, (operation) => operation.descriptor.tag)].map(([name, group]) => ({
    name,
    identifier: identifiers.unique(camelCase(name)),
    fileName: fileNames.unique(kebabCase(name)),
    ...describe(described.get(name)),
    operations: group,
  }))
}

function describe(description: string | undefined): Pick<Tag, 'description'> {
  return description === undefined ? {} : { description }
}
