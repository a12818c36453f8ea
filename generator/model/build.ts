import type {
  DocumentDescriptor,
  OperationDescriptor,
  SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { type Problem, ProblemsError } from '../errors/problem.ts'
import type { LoadedDocument } from '../load/load.ts'
import { Definitions } from './definitions.ts'
import { type List, recognizeList } from './list.ts'
import type { JsonObject, Model, NamedSchema, Operation, Tag } from './model.ts'
import { camelCase, declarableCamelCase, kebabCase, Names, pascalCase } from './name.ts'
import { OperationReader } from './operation.ts'
import { type OperationSource, operationSources } from './operation-source.ts'
import { provePaging } from './pages.ts'
import { inferResources } from './resource.ts'
import { Shapes } from './shape.ts'
import { closure, referencedNames } from './view.ts'

/**
 * Resolves a loaded document into the model that everything is emitted from.
 * @throws {ProblemsError} with every problem of the document that forbids an output.
 */
export function buildModel(loaded: LoadedDocument): {
  readonly model: Model
  readonly warnings: readonly Problem[]
} {
  const problems: Problem[] = []
  const whole = describeDocument(loaded.document, {
    withPlaces: true,
    report: (problem) => problems.push({ ...problem, place: loaded.locate(problem.place) }),
  })
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) throw new ProblemsError(errors)
  // What is wrong with the base document is wrong with the merged one too, and was reported there. Nobody asks it for places.
  const base =
    loaded.base === loaded.document
      ? undefined
      : describeDocument(loaded.base, { withPlaces: false, report: () => {} })
  const { info } = loaded.document
  const model: Model = {
    title: text(info, 'title') ?? 'API',
    version: text(info, 'version') ?? '',
    ...optional('description', text(info, 'description')),
    document: loaded.document,
    descriptor: whole.descriptor,
    ...(base !== undefined && { base: base.descriptor }),
    decided: loaded.decided,
    schemas: whole.schemas,
    operations: whole.operations,
    sharedResponses: whole.sharedResponses,
    sharedParameters: whole.sharedParameters,
    tags: groupByTag(whole.operations, loaded.document),
  }
  return { model: Object.freeze(model), warnings: [...loaded.warnings, ...problems] }
}

/** A problem before its place is looked up: `place` is a JSON Pointer of the bundled document. */
type Finding = Omit<Problem, 'place'> & { readonly place: string }

interface Described {
  readonly descriptor: DocumentDescriptor
  readonly schemas: readonly NamedSchema[]
  readonly operations: readonly Operation[]
  readonly sharedResponses: Model['sharedResponses']
  readonly sharedParameters: Model['sharedParameters']
}

function describeDocument(
  document: JsonObject,
  { withPlaces, report }: { withPlaces: boolean; report: (finding: Finding) => void },
): Described {
  const typeNames = new Names()
  const definitions = new Definitions(document, {
    names: typeNames,
    ignored: (place, fact) =>
      report({
        code: 'keyword-ignored',
        severity: 'warning',
        place,
        message: `This keyword is left out: ${fact}.`,
        fix: 'correct or remove the keyword.',
      }),
  })
  const reader = new OperationReader(document, { definitions, withPlaces })
  const operationNames = new Names()
  const sources = [...operationSources(document)]
  reportDuplicateIds(sources, report)
  const read = sources.map((source) => {
    const operationId = operationNames.unique(declarableCamelCase(wantedName(source)))
    return { source, descriptor: reader.read(source, { operationId }) }
  })
  const schemas = definitions.named(read.flatMap(({ descriptor }) => writtenSchemas(descriptor)))
  const byName = new Map(schemas.map((schema) => [schema.name, schema.schema]))
  const shapes = new Shapes(Object.fromEntries([...byName]) as Record<string, JsonSchema>)
  const lists = new Map(
    read.flatMap(({ descriptor }): [string, List][] => {
      const list = recognizeList(descriptor, shapes)
      return list === undefined ? [] : [[descriptor.operationId, list]]
    }),
  )
  const { resources, roles } = inferResources(
    read.map(({ descriptor }) => descriptor),
    lists,
    shapes,
  )
  const operations = read.map(({ source, descriptor }): Operation => {
    const list = lists.get(descriptor.operationId)
    const resource = roles.get(descriptor.operationId)
    const paging = list === undefined ? undefined : provePaging(descriptor, list.descriptor, shapes)
    const stem = pascalCase(descriptor.operationId)
    return {
      descriptor: {
        ...descriptor,
        ...(list !== undefined && { list: list.descriptor }),
        ...(resource !== undefined && { resource }),
      },
      typeName: stem,
      requestName: typeNames.unique(`${stem}Request`),
      responseName: typeNames.unique(`${stem}Response`),
      ...(list !== undefined && { item: list.item }),
      ...optional('paging', paging),
      ...optional('description', text(source.operation, 'description')),
      deprecated: source.operation['deprecated'] === true,
    }
  })
  const used = closure(
    operations.flatMap(({ descriptor }) => [...namesUsedBy(descriptor)]),
    (name) => referencedNames(byName.get(name)),
  )
  const places = schemas
    .filter(({ name, pointer }) => used.has(name) && pointer !== below('#/components/schemas', name))
    .map(({ name, pointer }) => [name, pointer] as const)
  const descriptor: DocumentDescriptor = {
    title: text(document['info'], 'title') ?? 'API',
    version: text(document['info'], 'version') ?? '',
    operations: operations.map((operation) => operation.descriptor),
    resources,
    securitySchemes: readSecuritySchemes(document),
    ...(document['x-trailing-slash'] === 'optional' && { trailingSlash: 'optional' }),
    definitions: Object.fromEntries([...byName].filter(([name]) => used.has(name))) as Record<
      string,
      JsonSchema
    >,
    ...(withPlaces && places.length > 0 && { places: Object.fromEntries(places) as Record<string, string> }),
  }
  return {
    descriptor,
    schemas,
    operations,
    sharedResponses: reader.responses,
    sharedParameters: reader.parameters,
  }
}

function wantedName({ operation, method, path }: OperationSource): string {
  return typeof operation['operationId'] === 'string' && operation['operationId'] !== ''
    ? operation['operationId']
    : `${method.toLowerCase()} ${path.replace(/\{([^{}]*)\}/g, 'by $1')}`
}

/** Real documents repeat operationIds; the later operation is numbered, and its author is told. */
function reportDuplicateIds(sources: readonly OperationSource[], report: (finding: Finding) => void): void {
  const first = new Map<string, OperationSource>()
  for (const source of sources) {
    const { operationId } = source.operation
    if (typeof operationId !== 'string') continue
    const earlier = first.get(operationId)
    if (earlier === undefined) first.set(operationId, source)
    else {
      report({
        code: 'duplicate-operation-id',
        severity: 'warning',
        place: below(source.pointer, 'operationId'),
        message: `operationId "${operationId}" is used twice; each operation needs its own, so this one gets a number. First use: ${earlier.pointer}.`,
        fix: 'rename one of them.',
      })
    }
  }
}

function* schemasOf(
  content: Readonly<Record<string, { schema?: JsonSchema }>> | undefined,
): Generator<JsonSchema> {
  for (const media of Object.values(content ?? {})) if (media.schema !== undefined) yield media.schema
}

function writtenSchemas(operation: OperationDescriptor): JsonSchema[] {
  const parameters = (operation.parameters ?? []).flatMap(({ schema }) =>
    schema === undefined ? [] : [schema],
  )
  return [...parameters, ...schemasOf(operation.requestBody?.content)]
}

function namesUsedBy(operation: OperationDescriptor): Set<string> {
  const responses = Object.values(operation.responses).flatMap((response) => [
    ...schemasOf(response.content),
    ...Object.values(response.headers ?? {}).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  ])
  return new Set(
    [...writtenSchemas(operation), ...responses].flatMap((schema) => [...referencedNames(schema)]),
  )
}

function readSecuritySchemes(document: JsonObject): Record<string, SecuritySchemeDescriptor> {
  const components = document['components']
  const schemes =
    isObject(components) && isObject(components['securitySchemes'])
      ? Object.entries(components['securitySchemes'])
      : []
  const read = schemes.flatMap(([name, scheme]) => {
    if (!isObject(scheme)) return []
    const { type, scheme: httpScheme, in: location, name: parameter } = scheme
    const descriptor = {
      type,
      ...(type === 'http' && typeof httpScheme === 'string' && { scheme: httpScheme.toLowerCase() }),
      ...(type === 'apiKey' && { in: location, name: parameter }),
      ...(type === 'oauth2' && tokenUrlsOf(scheme['flows'])),
      ...(type === 'openIdConnect' && { openIdConnectUrl: scheme['openIdConnectUrl'] }),
    }
    return [[name, descriptor] as const]
  })
  return Object.fromEntries(read) as Record<string, SecuritySchemeDescriptor>
}

function tokenUrlsOf(flows: unknown): Pick<SecuritySchemeDescriptor, 'tokenUrls'> {
  const urls = ['clientCredentials', 'password'].flatMap((name): [string, string][] => {
    const flow = isObject(flows) ? flows[name] : undefined
    return isObject(flow) && typeof flow['tokenUrl'] === 'string' ? [[name, flow['tokenUrl']]] : []
  })
  return urls.length === 0 ? {} : { tokenUrls: Object.fromEntries(urls) }
}

function groupByTag(operations: readonly Operation[], document: JsonObject): Tag[] {
  const identifiers = new Names()
  const fileNames = new Names()
  const described = new Map(
    (Array.isArray(document['tags']) ? document['tags'] : [])
      .filter(isObject)
      .map((tag) => [tag['name'], text(tag, 'description')]),
  )
  return [...Map.groupBy(operations, (operation) => operation.descriptor.tag)].map(([name, group]) => ({
    name,
    identifier: identifiers.unique(camelCase(name)),
    fileName: fileNames.unique(kebabCase(name)),
    ...optional('description', described.get(name)),
    operations: group,
  }))
}

function text(node: unknown, name: string): string | undefined {
  const value = isObject(node) ? node[name] : undefined
  return typeof value === 'string' ? value : undefined
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}
