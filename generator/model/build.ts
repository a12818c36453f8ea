import type {
  DocumentDescriptor,
  OperationDescriptor,
  SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { DocumentObject, OAuthFlowsObject, SecuritySchemeObject } from '../document/document.ts'
import { operationsOf, type PlacedOperation } from '../document/operations.ts'
import { resolveReference } from '../document/reference.ts'
import { type Problem, ProblemsError } from '../errors/problem.ts'
import type { LoadedDocument } from '../load/load.ts'
import { Definitions } from './definitions.ts'
import { type List, recognizeList } from './list.ts'
import type { Model, NamedSchema, Operation, Tag } from './model.ts'
import { camelCase, declarableCamelCase, kebabCase, Names, pascalCase } from './name.ts'
import { OperationReader } from './operation.ts'
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
    loaded.base === undefined
      ? undefined
      : describeDocument(loaded.base, { withPlaces: false, report: () => {} })
  const { info } = loaded.document
  const model: Model = {
    title: info.title ?? 'API',
    version: info.version ?? '',
    ...optional('description', info.description),
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
  document: DocumentObject,
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
  const sources = [...operationsOf(document)]
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
      ...optional('description', source.operation.description),
      deprecated: source.operation.deprecated === true,
    }
  })
  const used = closure(
    operations.flatMap(({ descriptor }) => [...namesUsedBy(descriptor)]),
    (name) => referencedNames(byName.get(name)),
  )
  const places = schemas
    .filter(({ name, pointer }) => used.has(name) && pointer !== below('#/components/schemas', name))
    .map(({ name, pointer }) => [name, pointer] as const)
  const { 'x-trailing-slash': trailingSlash } = document
  const descriptor: DocumentDescriptor = {
    title: document.info.title ?? 'API',
    version: document.info.version ?? '',
    operations: operations.map((operation) => operation.descriptor),
    resources,
    securitySchemes: readSecuritySchemes(document),
    ...(trailingSlash === 'optional' && { trailingSlash }),
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

function wantedName({ operation, method, path }: PlacedOperation): string {
  const { operationId = '' } = operation
  return operationId !== ''
    ? operationId
    : `${method.toLowerCase()} ${path.replace(/\{([^{}]*)\}/g, 'by $1')}`
}

/** Real documents repeat operationIds; the later operation is numbered, and its author is told. */
function reportDuplicateIds(sources: readonly PlacedOperation[], report: (finding: Finding) => void): void {
  const first = new Map<string, PlacedOperation>()
  for (const source of sources) {
    const { operationId } = source.operation
    if (operationId === undefined) continue
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

function readSecuritySchemes(document: DocumentObject): Record<string, SecuritySchemeDescriptor> {
  const pointer = '#/components/securitySchemes'
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [
      name,
      readSecurityScheme(resolveReference(document, scheme, below(pointer, name)).value),
    ]),
  )
}

function readSecurityScheme(scheme: SecuritySchemeObject): SecuritySchemeDescriptor {
  const { type, scheme: httpScheme, in: location, name, flows, openIdConnectUrl } = scheme
  return {
    type,
    ...(type === 'http' && httpScheme !== undefined && { scheme: httpScheme.toLowerCase() }),
    ...(type === 'apiKey' && location !== undefined && { in: location }),
    ...(type === 'apiKey' && name !== undefined && { name }),
    ...(type === 'oauth2' && flows !== undefined && tokenUrlsOf(flows)),
    ...(type === 'openIdConnect' && openIdConnectUrl !== undefined && { openIdConnectUrl }),
  }
}

function tokenUrlsOf({
  clientCredentials,
  password,
}: OAuthFlowsObject): Pick<SecuritySchemeDescriptor, 'tokenUrls'> {
  const urls = {
    ...(clientCredentials?.tokenUrl !== undefined && { clientCredentials: clientCredentials.tokenUrl }),
    ...(password?.tokenUrl !== undefined && { password: password.tokenUrl }),
  }
  return Object.keys(urls).length === 0 ? {} : { tokenUrls: urls }
}

function groupByTag(operations: readonly Operation[], { tags = [] }: DocumentObject): Tag[] {
  const identifiers = new Names()
  const fileNames = new Names()
  const described = new Map(tags.map(({ name, description }) => [name, description]))
  return [...Map.groupBy(operations, (operation) => operation.descriptor.tag)].map(([name, group]) => ({
    name,
    identifier: identifiers.unique(camelCase(name)),
    fileName: fileNames.unique(kebabCase(name)),
    ...optional('description', described.get(name)),
    operations: group,
  }))
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}
