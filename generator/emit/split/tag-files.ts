import type { Model, Tag } from '../../model/model.ts'
import { TakenNames } from '../../model/naming/name.ts'

/**
 * Number of operations from which each tag has its own files. With fewer operations, one file is faster to
 * read and load. With more, one file would make a program that uses a few operations load the types of all.
 */
const SPLIT_FROM = 100

/**
 * Files in addition to those for tags: for shared types, webhooks, unused types, and the way in which
 * credentials are sent.
 */
export const BESIDE_TAGS = {
  shared: 'shared',
  webhooks: 'webhooks',
  unused: 'unused',
  securitySchemes: 'security-schemes',
} as const

/** File name of each tag's files in the folders `types` and `client`. */
export type TagFiles = ReadonlyMap<Tag, string>

export function tagFiles({ tags, operations }: Pick<Model, 'tags' | 'operations'>): TagFiles | undefined {
  if (operations.length < SPLIT_FROM || tags.length < 2) return undefined
  const names = new TakenNames()
  for (const name of Object.values(BESIDE_TAGS)) names.unique(name)
  return new Map(tags.map((tag) => [tag, names.unique(tag.fileName)]))
}

/** Path of the module that contains one file's types. */
export function typesModuleOfTag(file: string): string {
  return `./types/${file}`
}

/** Path of the module that contains one file's client operations. */
export function clientModuleOfTag(file: string): string {
  return `./client/${file}`
}
