import type { MediaTypeDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { composedOf, keywordsOf } from '@concordat/runtime/subschemas'
import type { Node, TypeElement } from 'typescript'
import { printedCode } from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { loweredBodySchema } from '../../emit/schema/body-schema.ts'
import { lowerSchema } from '../../emit/schema/lower.ts'
import { type LowerContext, lowerContext } from '../../emit/schema/lower-context.ts'
import type { Model, Operation } from '../../model/model.ts'
import { reachableDefinitions, referredNamedSchema } from '../../model/schema/references.ts'
import { PrinterRefusal } from '../declaration/printer-refusal.ts'
import { loadOpenapiPrinter } from './printer.ts'

/**
 * `openapi.ts`: the document's `paths`, `components` and `operations`, printed by openapi-typescript. Its
 * input is created from the model, so that names, views and references agree with the model.
 */
export async function emitOpenapi(model: Model, file: GeneratedFile): Promise<string> {
  const { openapiTS, astToString, ts } = await loadOpenapiPrinter()
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const document = typesDocument(model) as Parameters<typeof openapiTS>[0]
  const nodes = await openapiTS(document, {
    silent: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform: (schema) =>
      'format' in schema && schema.format === 'binary' && schema.type === 'string' ? blob : undefined,
  }).catch((error: unknown) => {
    throw new PrinterRefusal(error)
  })
  const declarations = aliasRecursive(ts, nodes, recursiveNames(model))
  return file.print('openapi', { declarations: printedCode(astToString(declarations)) })
}

/**
 * Adds an alias for each schema that contains itself without a property in between, because TypeScript allows
 * such recursion only in aliases.
 */
function aliasRecursive(
  ts: typeof import('typescript'),
  nodes: readonly Node[],
  names: ReadonlySet<string>,
): Node[] {
  if (names.size === 0) return [...nodes]
  const reference = (name: string) => ts.factory.createTypeReferenceNode(`${name}Recursive`)
  const schemaName = (node: Node): string | undefined => {
    if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined
    const { indexType } = node
    return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
      ? indexType.literal.text
      : undefined
  }
  const toAliases = ts.transform(
    [...nodes],
    [
      (context) => (root) => {
        const visit = (node: Node): Node => {
          const name = schemaName(node)
          return name !== undefined && names.has(name)
            ? reference(name)
            : ts.visitEachChild(node, visit, context)
        }
        return visit(root)
      },
    ],
  ).transformed
  const aliases: Node[] = []
  for (const member of toAliases.flatMap((node) => schemaMembers(ts, node))) {
    const name = member.name !== undefined && 'text' in member.name ? member.name.text : ''
    if (!ts.isPropertySignature(member) || member.type === undefined || !names.has(name)) continue
    aliases.push(ts.factory.createTypeAliasDeclaration(undefined, `${name}Recursive`, undefined, member.type))
    Object.assign(member, { type: reference(name) })
  }
  return [...toAliases, ...aliases]
}

/** Members of `components["schemas"]`, if the node declares them. */
function schemaMembers(ts: typeof import('typescript'), node: Node): readonly TypeElement[] {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return []
  const [schemas] = node.members
  const type = schemas !== undefined && ts.isPropertySignature(schemas) ? schemas.type : undefined
  return type !== undefined && ts.isTypeLiteralNode(type) ? type.members : []
}

/** Schemas that contain themselves without a property in between. */
function recursiveNames(model: Model): Set<string> {
  const direct = new Map(model.schemas.map(({ name, schema }) => [name, directReferences(schema)]))
  const reached = (name: string) =>
    reachableDefinitions(direct.get(name) ?? [], (next) => direct.get(next) ?? [])
  return new Set([...direct.keys()].filter((name) => reached(name).has(name)))
}

function directReferences(schema: JsonSchema): string[] {
  const parts = reachableDefinitions([schema], (part) => {
    const keywords = keywordsOf(part)
    const { prefixItems = [], items = true } = keywords
    return [...composedOf(keywords), ...prefixItems, items]
  })
  return [...parts].flatMap((part) => referredNamedSchema(keywordsOf(part).$ref) ?? [])
}

/** An OpenAPI 3.1 document with only the parts that types need. */
function typesDocument(model: Model): object {
  const context = { ...lowerContext(model), closedTuples: true }
  const paths = new Map<string, [string, object][]>()
  for (const operation of model.operations) {
    const { path, method } = operation.descriptor
    const printed = [method.toLowerCase(), operationObject(operation, { ...context, model })] as [
      string,
      object,
    ]
    paths.set(path, [...(paths.get(path) ?? []), printed])
  }
  return {
    openapi: '3.1.0',
    info: { title: model.title, version: model.version },
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      schemas: Object.fromEntries(
        model.schemas.map(({ name, schema }) => [name, lowerSchema(schema, context)]),
      ),
      responses: named(model.sharedResponses, (response) => responseObject(response, context)),
      parameters: named(model.sharedParameters, (parameter) => parameterObject(parameter, context)),
    },
  }
}

function named<Descriptor>(
  shared: ReadonlyMap<Descriptor, string>,
  print: (descriptor: Descriptor) => object,
): object {
  return Object.fromEntries([...shared].map(([descriptor, name]) => [name, print(descriptor)]))
}

function operationObject(operation: Operation, context: LowerContext & { readonly model: Model }): object {
  const { descriptor, description, deprecated } = operation
  const { operationId, summary, parameters = [], requestBody, responses } = descriptor
  const { sharedResponses, sharedParameters } = context.model
  const reference = (section: string, name: string | undefined) =>
    name === undefined ? undefined : { $ref: `#/components/${section}/${name}` }
  return {
    operationId,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    parameters: parameters.map(
      (parameter) =>
        reference('parameters', sharedParameters.get(parameter)) ?? parameterObject(parameter, context),
    ),
    ...(requestBody !== undefined && {
      requestBody: {
        required: requestBody.required === true,
        content: contentObject(requestBody.content, 'request', context),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        reference('responses', sharedResponses.get(response)) ?? responseObject(response, context),
      ]),
    ),
  }
}

function responseObject(response: OperationDescriptor['responses'][string], context: LowerContext): object {
  const headers = Object.entries(response.headers ?? {}).map(([name, item]) => {
    return [
      name,
      { required: item.required === true, schema: lowerSchema(item.schema ?? true, context) },
    ] as const
  })
  return {
    description: '',
    headers: Object.fromEntries(headers),
    ...(response.content !== undefined && { content: contentObject(response.content, 'response', context) }),
  }
}

function parameterObject(
  { name, in: location, required, schema = true }: ParameterDescriptor,
  context: LowerContext,
): object {
  const { description } = keywordsOf(schema)
  return {
    name,
    in: location,
    required: required === true,
    schema: lowerSchema(schema, context),
    ...(description !== undefined && { description }),
  }
}

function contentObject(
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  direction: 'request' | 'response',
  context: LowerContext,
): object {
  const entries = Object.entries(content).map(([mediaType, media]) => {
    return [
      mediaType,
      { schema: lowerSchema(loweredBodySchema(mediaType, media, direction), context) },
    ] as const
  })
  return Object.fromEntries(entries)
}
