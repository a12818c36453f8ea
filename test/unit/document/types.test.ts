import { expect, expectTypeOf, test } from 'vitest'
import type {
  DocumentObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
  SecuritySchemeObject,
} from '../../../generator/document/document.ts'
import { OPENAPI } from '../../../generator/document/object-shapes.ts'
import { OBJECTS } from '../../../generator/document/objects.ts'
import { memberShape, type Shape } from '../../../generator/document/shape.ts'

test('each notation of the table is the type that its check asks for', () => {
  expectTypeOf<DocumentObject['openapi']>().toEqualTypeOf<string>()
  expectTypeOf<DocumentObject['jsonSchemaDialect']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<SchemaObject['default']>().toEqualTypeOf<unknown>()
  expectTypeOf<SchemaObject['type']>().toEqualTypeOf<string | readonly string[] | undefined>()
  expectTypeOf<SchemaObject['then']>().toEqualTypeOf<SchemaObject | boolean | undefined>()
  expectTypeOf<SchemaObject['items']>().toEqualTypeOf<
    SchemaObject | boolean | readonly SchemaObject[] | undefined
  >()
  expectTypeOf<SchemaObject['properties']>().toEqualTypeOf<
    { readonly [name: string]: SchemaObject | boolean } | undefined
  >()
  expectTypeOf<ParameterObject['in']>().toEqualTypeOf<
    'path' | 'query' | 'querystring' | 'header' | 'cookie'
  >()
  expectTypeOf<SecuritySchemeObject['in']>().toEqualTypeOf<'query' | 'header' | 'cookie' | undefined>()
  expectTypeOf<DocumentObject['security']>().toEqualTypeOf<
    readonly { readonly [name: string]: readonly string[] }[] | undefined
  >()
})

test('a reference may stand where objects can be shared, and nowhere else', () => {
  expectTypeOf<OperationObject['parameters']>().toEqualTypeOf<
    readonly (ParameterObject | ReferenceObject)[] | undefined
  >()
  expectTypeOf<ResponsesObject[string]>().toEqualTypeOf<ResponseObject | ReferenceObject>()
  expectTypeOf<PathItemObject['get']>().toEqualTypeOf<OperationObject | undefined>()
})

test('every row of the table is reached from the document, and every name in it is a row', () => {
  const reached = new Set<string>()
  const visit = (shape: Shape): void => {
    if (shape.is === 'list' || shape.is === 'map') visit(shape.of)
    if (shape.is === 'either') shape.of.forEach(visit)
    if (shape.is !== 'object' || reached.has(shape.name)) return
    reached.add(shape.name)
    for (const name of shape.object.fields.keys()) visit(memberShape(shape, name))
    if (shape.object.others !== undefined) visit(shape.object.others)
  }
  visit(OPENAPI.document)
  expect([...reached].sort()).toEqual(Object.keys(OBJECTS).sort())
})
