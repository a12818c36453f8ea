import { isJson, isMediaRange, mediaTypeEssence, type ResponseDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import {
  type Code,
  joinCode,
  newLineCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { PrintedDefinitions, printedSchemasUsed } from '../schemas/definitions.ts'

const PURE = sourceCode`/* @__PURE__ */ `
const answerSchemas = importedType('AnswerSchemas', IMPORTED_MODULES.client)
const defineResponses = importedValue('defineResponses', IMPORTED_MODULES.clientSchemas)

/** `responses.ts`: for each operation, the schemas of its JSON responses; `undefined` if there are none. */
export function emitResponses(model: Model, file: GeneratedFile): string | undefined {
  const described = model.operations.filter(({ descriptor }) =>
    Object.values(descriptor.responses).some((response) => judged(response).length > 0),
  )
  if (described.length === 0) return undefined
  const operations = described.map((operation) => ({
    operation,
    name: file.declare(`${operation.name}Responses`),
  }))
  const definitions = new PrintedDefinitions(model, file)
  const printer = new ResponsePrinter(definitions, file)
  const exported = operations.map(({ operation, name }) => ({
    doc: docComment([`The response schemas of \`${titleOf(operation)}\`, for \`validate\`.`]),
    name,
    type: answerSchemas,
    value: printer.print(operation),
  }))
  return file.print('schemas', {
    definitions: [
      ...[...definitions.reached(printer.references)].map((name) => definitions.named(name)),
      ...printer.constants,
    ],
    schemas: exported,
  })
}

function titleOf({ descriptor: { method, path } }: Operation): string {
  return `${method} ${path}`
}

/**
 * A response's schemas for JSON and media ranges, keyed by media type without its parameters. If a media type
 * occurs several times, its first schema is used.
 */
function judged({
  content = {},
  payloadNotShown,
}: ResponseDescriptor): readonly [mediaType: string, schema: JsonSchema][] {
  if (payloadNotShown) return []
  const schemas = new Map<string, JsonSchema>()
  for (const [mediaType, { schema, octets, stream }] of Object.entries(content)) {
    const isJudged = !octets && stream === undefined && (isJson(mediaType) || isMediaRange(mediaType))
    const name = mediaTypeEssence(mediaType)
    if (schema !== undefined && isJudged && !schemas.has(name)) schemas.set(name, schema)
  }
  return [...schemas]
}

/** Prints response schemas. Each unnamed schema becomes a constant. */
class ResponsePrinter {
  readonly #definitions: PrintedDefinitions
  readonly #file: GeneratedFile
  readonly #constants = new Map<JsonSchema, ReturnType<PrintedDefinitions['unnamed']>>()
  readonly #references = new Set<string>()

  constructor(definitions: PrintedDefinitions, file: GeneratedFile) {
    this.#definitions = definitions
    this.#file = file
  }

  get constants() {
    return [...this.#constants.values()]
  }

  /** Names of the schemas that responses refer to. */
  get references(): ReadonlySet<string> {
    return this.#references
  }

  print({ name, descriptor: { operationId, responses } }: Operation): Code {
    // A status without a schema is listed too, so that no range or default schema applies to it.
    const rows = Object.entries(responses).map(([status, response]) => {
      const media = judged(response).map(
        ([mediaType, schema]) =>
          sourceCode`${propertyKeyCode(mediaType)}: ${PURE}${this.#schema(schema, `${name}${capitalized(status)}`)}`,
      )
      return sourceCode`${newLineCode(2)}${propertyKeyCode(status)}: {${media.length === 0 ? sourceCode`` : sourceCode` ${joinCode(media, ', ')} `}},`
    })
    return sourceCode`${defineResponses}(${stringLiteralCode(operationId)}, {${joinCode(rows, '')}${newLineCode(0)}})`
  }

  #schema(schema: JsonSchema, wanted: string): Code {
    const { $ref, ...others } = keywordsOf(schema)
    const name = referredNamedSchema($ref)
    for (const reference of printedSchemasUsed(schema)) this.#references.add(reference)
    if (name !== undefined && Object.keys(others).length === 0) return this.#definitions.schemaNamed(name)
    const constant =
      this.#constants.get(schema) ?? this.#definitions.unnamed(this.#file.local(wanted), schema)
    this.#constants.set(schema, constant)
    return this.#definitions.schemaOf(schema, constant.name)
  }
}

/** Capitalizes "default" to "Default". Numbers are unchanged. */
function capitalized(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}
