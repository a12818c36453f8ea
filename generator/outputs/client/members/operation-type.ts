import { isJson } from '@concordat/runtime/http'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { type Code, identifier, join, literal, source, stringLiteral } from '../../../emit/print/code.ts'
import type { Homes } from '../../../emit/print/generated-file.ts'
import { globalType, importedType, importedTypes, MODULES } from '../../../emit/print/modules.ts'
import { BESIDE_TAGS } from '../../../emit/split/tag-files.ts'
import type { Operation } from '../../../model/model.ts'
import { definitionName } from '../../../model/schema/references.ts'
import type { ClientSettings } from './client-settings.ts'
import { walkOf } from './descriptor.ts'

const plainOperation = importedType('Operation', MODULES.client)
const listOperation = importedType('ListOperation', MODULES.client)
const extract = globalType('Extract')
const nonNullable = globalType('NonNullable')

/** The interface of a function, and the arguments that it has free and bound alike. */
export interface OperationType {
  readonly symbol: Code
  readonly parameters: Code
}

/**
 * Interface of an operation, stated by name: TypeScript would decide it anew for each operation, each time
 * that a program is checked.
 */
export function operationType(
  operation: Operation,
  { homes, answers }: Pick<ClientSettings, 'homes' | 'answers'>,
): OperationType {
  const item = itemType(operation, answers)
  const parameters = [
    typeNamed(operation.requestName, homes),
    typeNamed(operation.responseName, answers),
    ...(item === undefined ? [] : [item]),
  ]
  return {
    symbol: source`${item === undefined ? plainOperation : listOperation}`,
    parameters: join(parameters, ', '),
  }
}

/** "types.Pet": all types of a module are imported at once, as a client has many of them. */
function typeNamed(name: string, homes: Homes): Code {
  const module = homes.get(name) ?? './types'
  const [, folder = '', file] = module.split('/')
  const isShared = file === BESIDE_TAGS.shared
  const alias = isShared ? (folder === 'types' ? 'shared' : `shared${capitalized(folder)}`) : folder
  return source`${importedTypes(alias, module)}.${identifier(name)}`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * The type of the items of a list that is iterated over; nothing for an operation whose pages cannot be
 * walked.
 */
function itemType(operation: Operation, homes: Homes): Code | undefined {
  const { descriptor, responseName } = operation
  const walk = walkOf(operation)
  if (walk === undefined) return undefined
  const name = definitionName(keywordsOf(walk.item).$ref)
  if (name !== undefined) return typeNamed(name, homes)
  const [status, response] = Object.entries(descriptor.responses).find(([key]) => /^2\d\d$/.test(key)) ?? []
  if (status === undefined) return source`unknown`
  const mediaTypes = Object.keys(response?.content ?? {})
  const mediaType = mediaTypes.length > 1 ? mediaTypes.find(isJson) : undefined
  const answer = literal({ status: Number(status), ...(mediaType !== undefined && { mediaType }) })
  const body = source`${extract}<${typeNamed(responseName, homes)}, ${answer}>['body']`
  const list = walk.pages.items.reduce<Code>(
    (type, step) => source`${nonNullable}<${type}>[${stringLiteral(step)}]`,
    body,
  )
  return source`${nonNullable}<${list}>[number]`
}
