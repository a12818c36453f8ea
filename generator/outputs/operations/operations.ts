import { type OperationDescriptor, RANGE } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { forEachSubschema } from '@concordat/runtime/subschemas'
import {
  type Code,
  identifierCode,
  literalCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType } from '../../emit/print/modules.ts'
import { slimPrintedDescriptor } from '../../emit/slim.ts'
import type { Model } from '../../model/model.ts'

/**
 * Maximum schema depth in one literal. With a hundred levels, TypeScript would take minutes to check the
 * literal against the recursive type.
 */
const LEVELS = 20

/** `operations.ts`: the document as data for the server and the contract suite. */
export function emitOperations(model: Model, file: GeneratedFile): string {
  const slimmed = new Map<object, object>()
  const document = slimPrintedDescriptor(model.descriptor, slimmed)
  const groups = [
    sharedGroup(model.sharedParameters, { constant: 'parameters', type: 'ParameterDescriptor', slimmed }),
    sharedGroup(model.sharedResponses, { constant: 'responses', type: 'ResponseDescriptor', slimmed }),
  ].filter(({ members }) => members.length > 0)
  const names = new Map<unknown, Code>(groups.flatMap((group) => group.names))
  const deep = deepSchemas([
    ...document.operations.flatMap(schemasOf),
    ...Object.values(document.definitions),
  ]).map((schema, index) => {
    const name = identifierCode(`deep${index + 1}`)
    const constant = {
      name,
      type: importedType('JsonSchema', IMPORTED_MODULES.schema),
      value: literalCode(schema, 0, names),
    }
    names.set(schema, name)
    return constant
  })
  return file.print('operations', {
    DocumentDescriptor: importedType('DocumentDescriptor', IMPORTED_MODULES.http),
    deep,
    groups: groups.map(({ name, type, members }) => ({ name, type, members })),
    runtime: stringLiteralCode(RANGE),
    title: stringLiteralCode(document.title),
    version: stringLiteralCode(document.version),
    basePath: document.basePath === undefined ? [] : [{ value: stringLiteralCode(document.basePath) }],
    securitySchemes: literalCode(document.securitySchemes, 2),
    trailingSlash:
      document.trailingSlash === undefined ? [] : [{ value: stringLiteralCode(document.trailingSlash) }],
    formats: document.formats === undefined ? [] : [{ value: stringLiteralCode(document.formats) }],
    operations: document.operations.map((operation) => ({ descriptor: literalCode(operation, 4, names) })),
    resources: literalCode(document.resources, 2),
    places: document.places === undefined ? [] : [{ value: literalCode(document.places, 2) }],
    definitions: Object.entries(document.definitions).map(([name, schema]) => ({
      key: propertyKeyCode(name),
      schema: literalCode(schema, 4, names),
    })),
  })
}

function schemasOf({ parameters = [], requestBody, responses }: OperationDescriptor): readonly JsonSchema[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  return [
    ...parameters.map(({ schema }) => schema),
    ...contents.flatMap((content = {}) => Object.values(content).map(({ schema }) => schema)),
  ].filter((schema) => schema !== undefined)
}

/** Schemas nested so deeply that they become constants, each after those inside it. */
function deepSchemas(roots: readonly JsonSchema[]): readonly JsonSchema[] {
  const found = new Set<JsonSchema>()
  const visit = (schema: JsonSchema, depth: number): void => {
    if (typeof schema === 'boolean') return
    forEachSubschema(schema, (inner) => visit(inner, depth + 1))
    if (depth > 0 && depth % LEVELS === 0) found.add(schema)
  }
  for (const root of roots) visit(root, 0)
  return [...found]
}

/** Groups shared descriptors as members of one constant to which operations refer. */
function sharedGroup(
  shared: ReadonlyMap<object, string>,
  { constant, type, slimmed }: { constant: string; type: string; slimmed: ReadonlyMap<object, object> },
) {
  const used = [...shared].flatMap(([descriptor, name]) => {
    const slim = slimmed.get(descriptor)
    return slim === undefined ? [] : [{ slim, name: identifierCode(name) }]
  })
  const group = identifierCode(constant)
  return {
    name: group,
    type: importedType(type, IMPORTED_MODULES.http),
    names: used.map(({ slim, name }) => [slim, sourceCode`${group}.${name}`] as const),
    members: used.map(({ slim, name }) => ({ key: name, value: literalCode(slim, 2) })),
  }
}
