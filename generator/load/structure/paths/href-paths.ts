import { lowerWordsOf, singularOf } from '@concordat/contract/lexicon'
import { documentNamedMembers } from '../../../document/shape.ts'
import { type Container, isContainer } from '../../source/json.ts'

/** A path that begins with a variable for a whole path: "{pet_href}", "{pet_href}toys/". */
const HREF_PATH = /^\{([^{}+]+)\}(?!\/)(.*)$/s

/**
 * Rewrites paths that begin with a variable for the whole path of an item as paths below the item's
 * collection: "/pets/{pet_href}/toys/" for "{pet_href}toys/". The variable is then a name in a collection,
 * like any other. An item belongs to the collection whose operations have the same words in their ids:
 * "pets_list", "pets_read".
 * @returns the new paths, by old path. An item without a collection has none.
 */
export function hrefPathsBelowCollections(paths: Container): ReadonlyMap<string, string> {
  const templates = documentNamedMembers(paths).map(([template]) => template)
  const subjects = new Map(templates.map((template) => [template, subjectsOf(paths[template])]))
  const holders = templates.filter((template) => !/\}\/?$/.test(template))
  const collections = new Map<string, string>()
  for (const template of templates) {
    const [, variable, rest] = HREF_PATH.exec(template) ?? []
    if (variable === undefined || rest !== '') continue
    const found = [...(subjects.get(template) ?? [])].flatMap((subject) =>
      holders.filter((other) => subjects.get(other)?.has(subject)),
    )[0]
    if (found !== undefined) collections.set(variable, found)
  }
  return new Map(
    templates.flatMap((template) => {
      const path = below(template, collections)
      return path === undefined || path === template ? [] : [[template, path]]
    }),
  )
}

/**
 * Puts the path of its collection before a path that begins with an item's variable. The collection's path
 * can begin with such a variable too. Returns `undefined` if a collection is unknown.
 */
function below(template: string, collections: ReadonlyMap<string, string>, depth = 0): string | undefined {
  const [, variable = '', rest = ''] = HREF_PATH.exec(template) ?? []
  if (variable === '') return template
  const collection = collections.get(variable)
  const above =
    collection === undefined || depth > DEEPEST ? undefined : below(collection, collections, depth + 1)
  if (above === undefined) return undefined
  const end = rest === '' && !above.endsWith('/') ? '' : '/'
  return `${above.replace(/\/*$/, '/')}{${variable}}${end}${rest}`
}

/** Limit for nested items in one path. It ends circular chains of collections. */
const DEEPEST = 8

/**
 * The subjects of a path's operations. A subject consists of the singular words of an operationId, without
 * the first or the last one, which can be the verb: "pet …" for "pets_list", "… pet" for "listPets" and
 * "readPet".
 */
function subjectsOf(item: unknown): ReadonlySet<string> {
  const operations = isContainer(item) ? Object.values(item) : []
  const words = operations.flatMap((operation) => {
    const id: unknown = isContainer(operation) ? operation['operationId'] : undefined
    if (typeof id !== 'string') return []
    const parts = lowerWordsOf(id).map(singularOf)
    return parts.length < 2 ? [] : [parts]
  })
  return new Set([
    ...words.map((parts) => `${parts.slice(0, -1).join(' ')} …`),
    ...words.map((parts) => `… ${parts.slice(1).join(' ')}`),
  ])
}
