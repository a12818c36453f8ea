import { type Code, join, source, stringLiteral } from '../print/code.ts'
import { importedType, importedValue, MODULES } from '../print/modules.ts'

const clientOptions = importedType('ClientOptions', MODULES.client)
const defaultedOptions = importedType('DefaultedClientOptions', MODULES.client)

/** Functions of the runtime that make a middleware without being told anything. */
export type KitMiddleware = 'retry' | 'refresh'

/** What the factory takes, and what it makes of that for the runtime. */
export function clientOptionsView(
  credentials: Code,
  {
    options,
    baseUrl,
    middlewares,
  }: { options: Code; baseUrl: string | undefined; middlewares: readonly KitMiddleware[] },
) {
  const made = middlewares.map((name) => source`${importedValue(name, MODULES.client)}()`)
  const defaults = [
    ...(baseUrl === undefined ? [] : [source`baseUrl: ${options}.baseUrl ?? ${stringLiteral(baseUrl)}`]),
    ...(made.length === 0 ? [] : [source`middlewares: ${options}.middlewares ?? [${join(made, ', ')}]`]),
  ]
  return {
    parameter:
      baseUrl === undefined
        ? source`${options}: ${clientOptions}<${credentials}>`
        : source`${options}: ${defaultedOptions}<${credentials}> = {}`,
    given: defaults.length === 0 ? options : source`{ ...${options}, ${join(defaults, ', ')} }`,
  }
}
