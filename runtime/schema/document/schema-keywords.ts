/**
 * The keywords that hold schemas: one, a list of them, or one for each name. Whatever walks schemas asks this table, so that none
 * takes data, such as a `default` that looks like a schema, for one.
 * @see JSON Schema 2020-12, Core, 10 and 8.2.4; Validation, 8.5
 */
export const SCHEMA_KEYWORDS = {
  not: 'one',
  if: 'one',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: 'one',
  else: 'one',
  contains: 'one',
  propertyNames: 'one',
  additionalProperties: 'one',
  unevaluatedProperties: 'one',
  unevaluatedItems: 'one',
  items: 'one',
  contentSchema: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
  $defs: 'map',
} as const

export type SchemaKeyword = keyof typeof SCHEMA_KEYWORDS
