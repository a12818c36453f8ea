import { type DocumentDescriptor, type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { identifierInPath } from '../../../data/document/identifier.ts'
import {
  bindTemplate,
  type PathBinding,
  pathTemplates,
  sourceOfRequests,
  type Template,
} from '../../../data/document/path-binding.ts'
import { operationAt } from '../../../data/document/resource-lookup.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import { pathOfName } from '../../../lexicon/lexicon.ts'

/** Consecutive templates in a path, and the list whose items have properties with their names. */
export interface NamesTogether {
  readonly list: OperationDescriptor
  readonly members: readonly (readonly [template: Template, member: readonly string[]])[]
}

/**
 * Finds properties that together identify an item. For "/visits/{guestId}/{roomId}", below the list of
 * visits, each visit shows both. Each property alone can identify items of other collections. Together they
 * identify a visit only if one visit has all their values.
 */
export function itemNamesShownTogether(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): NamesTogether | undefined {
  const [, path = '', run = ''] =
    /^(.*?\/[^/{}]+)((?:\/\{[^{}/]+\}){2,})(?:\/|$)/.exec(resourcePath(operation.path)) ?? []
  const list = run === '' ? undefined : operationAt(document, { method: 'GET', path })
  const [item] = list?.list === undefined ? [] : shownSchemas(list, document)
  if (list === undefined || item === undefined) return undefined
  const templates = pathTemplates(path + run).slice(pathTemplates(path).length)
  const members = templates.flatMap((template) => {
    const member = pathOfName(template.name, item, ({ properties }) => properties)
    return member === undefined ? [] : [[template, member] as const]
  })
  return members.length === templates.length ? { list, members } : undefined
}

/**
 * Returns the values of one item in the list's response, together with those in the list's own path;
 * `undefined` if no item has all the values.
 */
export function valuesOfOneItem(
  { list, members }: NamesTogether,
  { answer, binding }: { readonly answer: Answer; readonly binding: PathBinding },
): PathBinding | undefined {
  for (const item of itemsInAnswer(list, answer.value) ?? []) {
    const values = members.map(
      ([template, member]) => [template, identifierInPath(valueAt(item, member))] as const,
    )
    if (values.some(([, text]) => text === undefined)) continue
    const named = values.flatMap(([template, text = '']) => [
      ...bindTemplate(template, { text, origin: 'discovered', ...sourceOfRequests(answer.number) }),
    ])
    return new Map([...binding, ...named])
  }
  return undefined
}
