import {
  type Code,
  joinCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../../emit/print/modules.ts'
import type { Model } from '../../../model/model.ts'
import type { ServerVariables } from '../../../model/server/server.ts'

const clientOptions = importedType('ClientOptions', IMPORTED_MODULES.client)
const fillServer = importedValue('fillServer', IMPORTED_MODULES.client)
const defaultedOptions = importedType('DefaultedClientOptions', IMPORTED_MODULES.client)

/** Names of runtime functions that create a middleware and need no options. */
export type KitMiddleware = 'retry' | 'refresh'

/** Options of the factory, and the options that it passes to the runtime. */
export function clientOptionsView(
  credentials: Code,
  {
    options,
    model: { baseUrl, serverVariables },
    middlewares,
  }: {
    options: Code
    model: Pick<Model, 'baseUrl' | 'serverVariables'>
    middlewares: readonly KitMiddleware[]
  },
) {
  const made = middlewares.map((name) => sourceCode`${importedValue(name, IMPORTED_MODULES.client)}()`)
  const defaults = [
    ...(baseUrl === undefined
      ? []
      : [
          sourceCode`baseUrl: ${options}.baseUrl ?? ${serverVariables === undefined ? stringLiteralCode(baseUrl) : filled(serverVariables, options)}`,
        ]),
    ...(made.length === 0
      ? []
      : [sourceCode`middlewares: ${options}.middlewares ?? [${joinCode(made, ', ')}]`]),
  ]
  return {
    parameter:
      baseUrl === undefined
        ? sourceCode`${options}: ${clientOptions}<${credentials}>`
        : sourceCode`${options}: ${defaultedOptions}<${joinCode([credentials, ...variablesType(serverVariables)], ', ')}> = {}`,
    given: defaults.length === 0 ? options : sourceCode`{ ...${options}, ${joinCode(defaults, ', ')} }`,
  }
}

function variablesType(variables: ServerVariables | undefined): Code[] {
  if (variables === undefined) return []
  const members = variables.values.map(({ name, allowed }) => {
    const type =
      allowed.length === 0
        ? sourceCode`string`
        : joinCode([...new Set(allowed)].map(stringLiteralCode), ' | ')
    return sourceCode`readonly ${propertyKeyCode(name)}?: ${type}`
  })
  return [sourceCode`{ ${joinCode(members, '; ')} }`]
}

/** The server URL, with the caller's values for its variables, or else their defaults. */
function filled({ template, values }: ServerVariables, options: Code): Code {
  const defaults = values.map(
    ({ name, default: value }) => sourceCode`${propertyKeyCode(name)}: ${stringLiteralCode(value)}`,
  )
  return sourceCode`${fillServer}(${stringLiteralCode(template)}, { ${joinCode(defaults, ', ')} }, ${options}.server)`
}
