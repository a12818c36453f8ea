import type { Model, Tag } from '../../model/model.ts'
import { TakenNames } from '../../model/naming/name.ts'

/**
 * Number of operations from which each tag has its own files. With fewer, one file is quicker to read and
 * load; with more, a program with a few operations would load the types of all.
 */
const SPLIT_FROM = 100

/** Files besides those of tags: shared types, webhooks, unused types, and how credentials are sent. */
export const BESIDE_TAGS = {
  shared: 'shared',
  webhooks: 'webhooks',
  unused: 'unused',
  securitySchemes: 'security-schemes',
} as const

/** File name of each tag, below `types` and `client`; undefined if outputs are not split. */
export type TagFiles = ReadonlyMap<Tag, string>

export function tagFiles({ tags, operations }: Pick<Model, 'tags' | 'operations'>): TagFiles | undefined {
  if (operations.length < SPLIT_FROM || tags.length < 2) return undefined
  const names = new TakenNames()
  for (const name of Object.values(BESIDE_TAGS)) names.unique(name)
  return new Map(tags.map((tag) => [tag, names.unique(tag.fileName)]))
}

/** Path of the module with the types of one of these files. */
export function typesModule(file: string): string {
  return `./types/${file}`
}

/** Path of the module with the client operations of one of these files. */
export function clientModule(file: string): string {
  return `./client/${file}`
}
