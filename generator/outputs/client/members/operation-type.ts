import { isJson } from '@concordat/runtime/http'
import { keywordsOf } from '@concordat/runtime/subschemas'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import type { TypeHomes } from '../../../emit/print/generated-file.ts'
import { globalType, IMPORTED_MODULES, importedType, importedTypes } from '../../../emit/print/modules.ts'
import { BESIDE_TAGS } from '../../../emit/split/tag-files.ts'
import type { Operation } from '../../../model/model.ts'
import { referredNamedSchema } from '../../../model/schema/references.ts'
import type { ClientSettings } from './client-settings.ts'
import { clientWalk } from './descriptor.ts'

const plainOperation = importedType('Operation', IMPORTED_MODULES.client)
const listOperation = importedType('ListOperation', IMPORTED_MODULES.client)
const extract = globalType('Extract')
const nonNullable = globalType('NonNullable')

/**
 * Interface of an operation's function, and its type arguments, without the one that only functions bound to
 * a client have.
 */
export interface OperationType {
  readonly symbol: Code
  readonly parameters: Code
}

/**
 * Interface of an operation. It is declared explicitly, because TypeScript would otherwise infer it for each
 * operation at every check.
 */
export function clientOperationType(
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
    symbol: sourceCode`${item === undefined ? plainOperation : listOperation}`,
    parameters: joinCode(parameters, ', '),
  }
}

/**
 * A qualified type name, such as "types.Pet". A client uses so many types that it imports their module as a
 * namespace.
 */
function typeNamed(name: string, homes: TypeHomes): Code {
  const module = homes.get(name) ?? './types'
  const [, folder = '', file] = module.split('/')
  const isShared = file === BESIDE_TAGS.shared
  const alias = isShared ? (folder === 'types' ? 'shared' : `shared${capitalized(folder)}`) : folder
  return sourceCode`${importedTypes(alias, module)}.${identifierCode(name)}`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Type of a list's items; `undefined` if the operation cannot be iterated over. */
function itemType(operation: Operation, homes: TypeHomes): Code | undefined {
  const { descriptor, responseName } = operation
  const walk = clientWalk(operation)
  if (walk === undefined) return undefined
  const name = referredNamedSchema(keywordsOf(walk.item).$ref)
  if (name !== undefined) return typeNamed(name, homes)
  const [status, response] = Object.entries(descriptor.responses).find(([key]) => /^2\d\d$/.test(key)) ?? []
  if (status === undefined) return sourceCode`unknown`
  const mediaTypes = Object.keys(response?.content ?? {})
  const mediaType = mediaTypes.length > 1 ? mediaTypes.find(isJson) : undefined
  const answer = literalCode({ status: Number(status), ...(mediaType !== undefined && { mediaType }) })
  const body = sourceCode`${extract}<${typeNamed(responseName, homes)}, ${answer}>['body']`
  const list = walk.pages.items.reduce<Code>(
    (type, step) => sourceCode`${nonNullable}<${type}>[${stringLiteralCode(step)}]`,
    body,
  )
  return sourceCode`${nonNullable}<${list}>[number]`
}
