import type { Model, Tag } from '../../model/model.ts'
import { Names } from '../../model/naming/name.ts'

/**
 * Number of operations from which on each tag has files of its own. Below, one file is quicker to read and to
 * load than several; above, a program that calls a few operations would load types of all.
 */
const SPLIT_FROM = 100

/**
 * Files that stand beside those of the tags: what several tags use, what webhooks use, what nothing
 * uses, and how credentials are sent.
 */
export const BESIDE_TAGS = {
  shared: 'shared',
  webhooks: 'webhooks',
  unused: 'unused',
  securitySchemes: 'security-schemes',
} as const

/**
 * The file name of each tag, below `types` and `client`; undefined for a
 * document whose outputs are not split.
 */
export type TagFiles = ReadonlyMap<Tag, string>

export function tagFiles({ tags, operations }: Pick<Model, 'tags' | 'operations'>): TagFiles | undefined {
  if (operations.length < SPLIT_FROM || tags.length < 2) return undefined
  const names = new Names()
  for (const name of Object.values(BESIDE_TAGS)) names.unique(name)
  return new Map(tags.map((tag) => [tag, names.unique(tag.fileName)]))
}

/** The module that has the types of one of these files. */
export function typesModule(file: string): string {
  return `./types/${file}`
}

/** The same for the operations of a client. */
export function clientModule(file: string): string {
  return `./client/${file}`
}
