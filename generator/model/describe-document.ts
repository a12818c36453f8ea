import {
  type AddressedDescriptor,
  type DocumentDescriptor,
  type OperationDescriptor,
  serverPath,
} from '@concordat/runtime/http'
import { Schemas } from '@concordat/runtime/schema-view'
import type { DocumentObject } from '../document/document.ts'
import { documentOperations } from '../document/operations.ts'
import { documentAssertsFormats } from '../document/version.ts'
import type { ProblemAtPointer } from '../errors/problem-at-pointer.ts'
import { recognizeLists } from './list/list.ts'
import type { Model, Operation } from './model.ts'
import { TakenNames } from './naming/name.ts'
import { type MemberNaming, memberNaming } from './naming/name-members.ts'
import { nameOperations, type OperationNaming, reportDuplicateIds } from './naming/name-operations.ts'
import type { ParameterNaming } from './naming/parameter-names.ts'
import type { TagNaming } from './naming/tag-naming.ts'
import type { TypeNaming } from './naming/type-names.ts'
import { readsByWriting } from './operation/bindings.ts'
import { OperationReader } from './operation/operation.ts'
import { readWebhooks } from './operation/webhooks.ts'
import { nameTypes, nameWebhookTypes, type ReadOperation } from './operations-in-code.ts'
import { BodyReader } from './pages/answer.ts'
import { operationPaging, pagingProse } from './pages/pages.ts'
import type { Paging } from './pages/subject.ts'
import { inferredAddresses } from './resource/addressed.ts'
import { pathAddresses } from './resource/aliases.ts'
import { withInferredAddress } from './resource/called-operation.ts'
import { inferResources } from './resource/resource.ts'
import { ModelDefinitions } from './schema/definitions.ts'
import { definitionsInUse } from './schema/in-use.ts'
import { InheritedKinds } from './schema/kinds.ts'
import { withMappedKinds } from './schema/mapped-kinds.ts'
import type { NamedSchema } from './schema/named-schema.ts'
import type { PlacedPattern } from './schema/normalize/patterns/read-pattern.ts'
import { requestSchemas, responseSchemas } from './schema/of-operation.ts'
import { SchemaFacts } from './schema/schema-facts.ts'
import { readSecuritySchemes } from './security-scheme.ts'
import { modelServers } from './server/server.ts'
import { reportTags } from './tag.ts'

/** A document as data, and additional facts for printing. */
export interface Described {
  readonly descriptor: DocumentDescriptor
  readonly schemas: readonly NamedSchema[]
  readonly operations: readonly Operation[]
  readonly webhooks: Model['webhooks']
  readonly sharedResponses: Model['sharedResponses']
  readonly sharedParameters: Model['sharedParameters']
  readonly parameterNotes: Model['parameterNotes']
  readonly patterns: Model['patterns']
  readonly nameMember: Model['nameMember'] | undefined
}

/** Settings for names in code. Names without a setting are derived from the document. */
export interface Naming {
  readonly operations?: OperationNaming
  readonly parameters?: ParameterNaming
  readonly members?: MemberNaming
  readonly types?: TypeNaming
  readonly tags?: TagNaming
}

interface Options {
  /** True if parts that are defined outside their operation get a pointer to their location. */
  readonly withPlaces: boolean
  readonly mayReferDynamically: boolean
  readonly naming?: Naming
  readonly report: (finding: ProblemAtPointer) => void
}

/** Reads a document: first the operations, then their schemas, and from both the lists and resources. */
export function describeDocument(
  document: DocumentObject,
  { withPlaces, mayReferDynamically, naming = {}, report }: Options,
): Described {
  const names = new TakenNames()
  const nameMember = naming.members === undefined ? undefined : memberNaming(naming.members)
  const ignored = (place: string, fact: string) => report(ignoredKeyword(place, fact))
  const definitions = new ModelDefinitions(document, {
    ...{ names, naming: naming.types, mayReferDynamically, report, ignored },
    foreign: (pattern, read) => report(foreignPattern(pattern, read)),
  })
  const reader = new OperationReader(document, {
    ...{ definitions, withPlaces, report },
    ...(naming.parameters !== undefined && { parameterNames: naming.parameters }),
  })
  const placed = [...documentOperations(document)]
  reportDuplicateIds(placed, report)
  reportTags(document, ignored)
  const read = nameOperations(placed, document, naming.operations).map(({ placed, ...names }) => ({
    operation: placed.operation,
    names,
    descriptor: reader.read(placed, names),
  }))
  const descriptors = read.map(({ descriptor }) => descriptor)
  const received = readWebhooks(document, { reader, taken: read.map(({ names }) => names.name) })
  const schemas = withBaseNames(namedSchemas(definitions, descriptors), names)
  const { whole, resources } = withResources(read, { schemas, report, notes: reader.parameterNotes })
  const inCode = { names, nameMember, parameters: naming.parameters, tags: document.tags }
  const operations = nameTypes(whole, inCode)
  const webhooks = nameWebhookTypes(received, inCode)
  const descriptor = describeWhole(document, {
    ...{ operations, webhooks, resources, withPlaces, report },
    ...definitionsInUse(schemas, descriptors),
  })
  const basePath = serverPath(modelServers(document)[0]?.url ?? '/')
  return {
    descriptor: basePath === '' ? descriptor : { ...descriptor, basePath },
    schemas,
    operations,
    webhooks: webhooks.length === 0 ? undefined : describeWebhooks(webhooks, { descriptor, schemas }),
    sharedResponses: reader.responses,
    sharedParameters: reader.parameters,
    parameterNotes: reader.parameterNotes,
    patterns: definitions.patterns,
    nameMember,
  }
}

/** The named schemas that operations use, including all their kinds. */
function namedSchemas(
  definitions: ModelDefinitions,
  descriptors: readonly OperationDescriptor[],
): NamedSchema[] {
  const requests = descriptors.flatMap(requestSchemas)
  return withMappedKinds(definitions.schemas.all(requests), [
    ...requests,
    ...descriptors.flatMap(responseSchemas),
  ])
}

/** Operations together with the lists and resources that can only be determined from all operations. */
function withResources(
  read: readonly ReadOperation[],
  {
    schemas,
    report,
    notes,
  }: {
    readonly schemas: readonly NamedSchema[]
    readonly report: Options['report']
    readonly notes: Model['parameterNotes']
  },
) {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const facts = new SchemaFacts(byName)
  const readers = { facts, bodies: new BodyReader(facts) }
  const pagings = pagingsOf(read, { readers, report, notes })
  const descriptors = read.map(({ descriptor }) => descriptor)
  const { addressed, addresses, makers } = placedOperations(descriptors, facts)
  const lists = recognizeLists(addressed, pagings, readers)
  const { resources, roles } = inferResources(addressed, lists, {
    ...{ facts, makers },
    schemas: new Schemas(Object.fromEntries(byName), judgesNothing),
  })
  const prose = new Map(
    read.map(({ operation, descriptor }) => [descriptor.operationId, operation.description ?? '']),
  )
  const looking = readsByWriting(descriptors, facts, prose)
  const whole = read.map(({ operation, names, descriptor }) => {
    const list = lists.get(descriptor.operationId)
    const resource = roles.get(descriptor.operationId)
    const address = addresses.get(descriptor)
    const all = {
      ...descriptor,
      ...(address !== undefined && { addressed: address }),
      ...(list !== undefined && { list: list.descriptor }),
      ...(resource !== undefined && { resource }),
      ...(looking.has(descriptor.operationId) && { harmless: true as const }),
    }
    return { operation, names, descriptor: all, paging: pagings.get(descriptor) }
  })
  return { whole, resources }
}

/** The operations at their addresses, which result from their paths first, and then from their requests. */
function placedOperations(descriptors: readonly OperationDescriptor[], facts: SchemaFacts) {
  const byPath = pathAddresses(descriptors)
  const placed = descriptors.map((descriptor) => withInferredAddress(descriptor, byPath.get(descriptor)))
  const { addresses: byRequest, makers } = inferredAddresses(placed, facts)
  const addresses = new Map(
    descriptors.flatMap((descriptor, at): [OperationDescriptor, AddressedDescriptor][] => {
      const own = placed[at] ?? descriptor
      const [path, request] = [byPath.get(descriptor), byRequest.get(own)]
      const address =
        path !== undefined && request !== undefined ? { ...path, ...request } : (request ?? path)
      return address === undefined ? [] : [[descriptor, address]]
    }),
  )
  const addressed = placed.map((own) => withInferredAddress(own, byRequest.get(own)))
  return { addressed, addresses, makers }
}

/** Paging of each list. */
function pagingsOf(
  read: readonly ReadOperation[],
  {
    readers,
    report,
    notes,
  }: {
    readonly readers: { readonly facts: SchemaFacts; readonly bodies: BodyReader }
    readonly report: Options['report']
    readonly notes: Model['parameterNotes']
  },
): ReadonlyMap<OperationDescriptor, Paging> {
  return new Map(
    read.flatMap(({ operation, descriptor }): [OperationDescriptor, Paging][] => {
      const prose = () => pagingProse(operation, descriptor, notes)
      const paging = operationPaging(descriptor, operation, { readers, report, prose })
      return paging === undefined ? [] : [[descriptor, paging]]
    }),
  )
}

/** The whole document as data, without its base path. */
function describeWhole(
  document: DocumentObject,
  {
    operations,
    webhooks,
    resources,
    withPlaces,
    report,
    definitions,
    places,
  }: ReturnType<typeof definitionsInUse> &
    Pick<DocumentDescriptor, 'resources'> &
    Pick<Options, 'withPlaces' | 'report'> & {
      readonly operations: readonly Operation[]
      readonly webhooks: readonly Operation[]
    },
): DocumentDescriptor {
  const { info, 'x-trailing-slash': trailingSlash } = document
  const own = operations.map((operation) => operation.descriptor)
  const requiring = [...own, ...webhooks.map((webhook) => webhook.descriptor)]
  return {
    title: info.title ?? 'API',
    version: info.version ?? '',
    operations: own,
    resources,
    securitySchemes: readSecuritySchemes(document, { requiring, report }),
    ...(trailingSlash === 'optional' && { trailingSlash }),
    ...(!documentAssertsFormats(document) && { formats: 'annotate' }),
    definitions,
    ...(withPlaces && Object.keys(places).length > 0 && { places }),
  }
}

/** Webhooks and callbacks as a separate document. */
function describeWebhooks(
  webhooks: readonly Operation[],
  { descriptor, schemas }: Pick<Described, 'descriptor' | 'schemas'>,
): NonNullable<Model['webhooks']> {
  const operations = webhooks.map((webhook) => webhook.descriptor)
  const { definitions } = definitionsInUse(schemas, operations)
  return { operations: webhooks, descriptor: { ...descriptor, operations, resources: [], definitions } }
}

/** Adds a base name to schemas from which other schemas inherit, for the part that all their kinds share. */
function withBaseNames(schemas: readonly NamedSchema[], names: TakenNames): NamedSchema[] {
  const kinds = new InheritedKinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
  return schemas.map((schema) =>
    kinds.children(schema.name).length === 0
      ? schema
      : { ...schema, baseName: names.unique(`${schema.name}Base`) },
  )
}

function ignoredKeyword(place: string, fact: string): ProblemAtPointer {
  return {
    code: 'keyword-ignored',
    severity: 'warning',
    place,
    message: `Concordat cannot use the value of this keyword: ${fact}.`,
    reading: 'if it were not there',
    fix: 'correct or remove the keyword.',
  }
}

function foreignPattern({ pointer, source }: PlacedPattern, read: string): ProblemAtPointer {
  return {
    code: 'pattern-foreign',
    severity: 'warning',
    place: pointer,
    message: `"${source}" has the syntax of another engine, not that of ECMA-262. Concordat reads it as "${read}".`,
    fix: 'write it in ECMA-262 syntax.',
  }
}

/** Always throws, because the model reads schemas but validates no values. */
function judgesNothing(): never {
  throw new Error('The model does not validate values.')
}
