import { type Code, join, propertyKey, source, stringLiteral } from '../../../emit/print/code.ts'
import { importedType, importedValue, MODULES } from '../../../emit/print/modules.ts'
import type { Model } from '../../../model/model.ts'
import type { ServerVariables } from '../../../model/server/server.ts'

const clientOptions = importedType('ClientOptions', MODULES.client)
const fillServer = importedValue('fillServer', MODULES.client)
const defaultedOptions = importedType('DefaultedClientOptions', MODULES.client)

/** Functions of the runtime that create a middleware without options. */
export type KitMiddleware = 'retry' | 'refresh'

/** Options of the factory, and those it passes to the runtime. */
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
  const made = middlewares.map((name) => source`${importedValue(name, MODULES.client)}()`)
  const defaults = [
    ...(baseUrl === undefined
      ? []
      : [
          source`baseUrl: ${options}.baseUrl ?? ${serverVariables === undefined ? stringLiteral(baseUrl) : filled(serverVariables, options)}`,
        ]),
    ...(made.length === 0 ? [] : [source`middlewares: ${options}.middlewares ?? [${join(made, ', ')}]`]),
  ]
  return {
    parameter:
      baseUrl === undefined
        ? source`${options}: ${clientOptions}<${credentials}>`
        : source`${options}: ${defaultedOptions}<${join([credentials, ...variablesType(serverVariables)], ', ')}> = {}`,
    given: defaults.length === 0 ? options : source`{ ...${options}, ${join(defaults, ', ')} }`,
  }
}

function variablesType(variables: ServerVariables | undefined): Code[] {
  if (variables === undefined) return []
  const members = variables.values.map(({ name, allowed }) => {
    const type = allowed.length === 0 ? source`string` : join([...new Set(allowed)].map(stringLiteral), ' | ')
    return source`readonly ${propertyKey(name)}?: ${type}`
  })
  return [source`{ ${join(members, '; ')} }`]
}

/** Server URL with the caller's values, else the defaults. */
function filled({ template, values }: ServerVariables, options: Code): Code {
  const defaults = values.map(
    ({ name, default: value }) => source`${propertyKey(name)}: ${stringLiteral(value)}`,
  )
  return source`${fillServer}(${stringLiteral(template)}, { ${join(defaults, ', ')} }, ${options}.server)`
}
