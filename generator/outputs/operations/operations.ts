import { RANGE } from '@concordat/runtime/http'
import { identifier, literal, propertyKey, source, stringLiteral } from '../../emit/print/code.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { importedType, MODULES } from '../../emit/print/modules.ts'
import { slimDescriptor } from '../../emit/slim.ts'
import type { Model } from '../../model/model.ts'

/** `operations.ts`: the document as data for the server and the contract suite. */
export function emitOperations(model: Model, file: GeneratedFile): string {
  const slimmed = new Map<object, object>()
  const document = slimDescriptor(model.descriptor, slimmed)
  const groups = [
    sharedGroup(model.sharedParameters, { constant: 'parameters', type: 'ParameterDescriptor', slimmed }),
    sharedGroup(model.sharedResponses, { constant: 'responses', type: 'ResponseDescriptor', slimmed }),
  ].filter(({ members }) => members.length > 0)
  const names = new Map(groups.flatMap((group) => group.names))
  return file.print('operations', {
    DocumentDescriptor: importedType('DocumentDescriptor', MODULES.http),
    groups: groups.map(({ name, type, members }) => ({ name, type, members })),
    runtime: stringLiteral(RANGE),
    title: stringLiteral(document.title),
    version: stringLiteral(document.version),
    basePath: document.basePath === undefined ? [] : [{ value: stringLiteral(document.basePath) }],
    securitySchemes: literal(document.securitySchemes, 2),
    trailingSlash:
      document.trailingSlash === undefined ? [] : [{ value: stringLiteral(document.trailingSlash) }],
    formats: document.formats === undefined ? [] : [{ value: stringLiteral(document.formats) }],
    operations: document.operations.map((operation) => ({ descriptor: literal(operation, 4, names) })),
    resources: literal(document.resources, 2),
    places: document.places === undefined ? [] : [{ value: literal(document.places, 2) }],
    definitions: Object.entries(document.definitions).map(([name, schema]) => ({
      key: propertyKey(name),
      schema: literal(schema, 4),
    })),
  })
}

/** Descriptors that operations share are members of one constant, which the operations name. */
function sharedGroup(
  shared: ReadonlyMap<object, string>,
  { constant, type, slimmed }: { constant: string; type: string; slimmed: ReadonlyMap<object, object> },
) {
  const used = [...shared].flatMap(([descriptor, name]) => {
    const slim = slimmed.get(descriptor)
    return slim === undefined ? [] : [{ slim, name: identifier(name) }]
  })
  const group = identifier(constant)
  return {
    name: group,
    type: importedType(type, MODULES.http),
    names: used.map(({ slim, name }) => [slim, source`${group}.${name}`] as const),
    members: used.map(({ slim, name }) => ({ key: name, value: literal(slim, 2) })),
  }
}
