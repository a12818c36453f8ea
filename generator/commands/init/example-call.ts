import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { propertyKeyCode } from '../../emit/print/code.ts'
import type { Model, Operation } from '../../model/model.ts'

/** The code of an example call: how to create the client, and the call itself. */
export interface ExampleCall {
  /** "createClient({ credentials: { key: 'YOUR-KEY' } })" */
  readonly client: string
  /** "api.pets.listPets()" */
  readonly call: string
}

/** Returns a call to a GET operation that needs no arguments or, if there is none, to the first operation. */
export function exampleCall(operations: readonly Operation[], model: Model): ExampleCall | undefined {
  const needsNothing = operations.find(
    ({ descriptor: { method, parameters = [], requestBody } }) =>
      method === 'GET' && requestBody === undefined && !parameters.some(({ required }) => required === true),
  )
  const operation = needsNothing ?? operations[0]
  if (operation === undefined) return undefined
  const tag = model.tags.find(({ operations }) => operations.includes(operation))
  const group =
    operation.isTagged && tag ? [...tag.parents, tag].map(({ identifier }) => `.${identifier}`).join('') : ''
  const options = [
    ...(model.baseUrl === undefined
      ? [`baseUrl: 'http://127.0.0.1:8000${model.descriptor.basePath ?? ''}'`]
      : []),
    ...credentialsOf(operation, model),
  ]
  return {
    client: options.length === 0 ? 'createClient()' : `createClient({ ${options.join(', ')} })`,
    call: `api${group}.${operation.memberName}(${needsNothing === undefined ? '{ … }' : ''})`,
  }
}

export const exampleCallsWithBasic = ({ type, scheme = '' }: SecuritySchemeDescriptor): boolean =>
  type === 'http' && scheme.toLowerCase() === 'basic'

/**
 * The `credentials` property for an operation's first security requirement; empty if the operation needs no
 * credentials.
 */
function credentialsOf(
  { descriptor: { security = [] } }: Operation,
  { descriptor: { securitySchemes } }: Model,
): readonly string[] {
  const needed = security.some((requirement) => Object.keys(requirement).length === 0) ? [] : security
  const members = Object.keys(needed[0] ?? {}).flatMap((name) => {
    const scheme = securitySchemes[name]
    if (scheme === undefined || scheme.type === 'mutualTLS') return []
    const credential = exampleCallsWithBasic(scheme)
      ? "{ username: 'YOU', password: 'YOUR-KEY' }"
      : "'YOUR-KEY'"
    return [`${propertyKeyCode(name)}: ${credential}`]
  })
  return members.length === 0 ? [] : [`credentials: { ${members.join(', ')} }`]
}
