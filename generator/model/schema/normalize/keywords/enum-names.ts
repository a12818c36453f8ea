import type { SchemaObject } from '../../../../document/document.ts'

/** Names and descriptions of enum values, as lists or keyed by value. */
interface EnumNames {
  readonly 'x-enum-varnames'?: unknown
  readonly 'x-enum-descriptions'?: unknown
}

/**
 * Names and descriptions of enum values from any of the usual extensions, under the keywords that OpenAPI
 * Generator uses.
 */
export function enumNames(schema: SchemaObject): EnumNames {
  const {
    'x-enum-varnames': varnames,
    'x-enumNames': nswagNames,
    'x-speakeasy-enums': speakeasyNames,
    'x-enum-descriptions': descriptions,
    'x-enumDescriptions': nswagDescriptions,
    'x-ms-enum': autoRest,
    'x-fern-enum': fern = {},
    'x-apifox-enum': apifox = [],
  } = schema
  const entries = [
    ...Object.entries(fern),
    ...[...(autoRest?.values ?? []), ...apifox].map((entry) => [String(entry.value), entry] as const),
  ]
  const named = varnames ?? nswagNames ?? speakeasyNames ?? byValue(entries, 'name')
  const described = descriptions ?? nswagDescriptions ?? byValue(entries, 'description')
  return {
    ...(named !== undefined && { 'x-enum-varnames': named }),
    ...(described !== undefined && { 'x-enum-descriptions': described }),
  }
}

function byValue(
  entries: readonly (readonly [string, { readonly name?: string; readonly description?: string }])[],
  member: 'name' | 'description',
): Readonly<Record<string, unknown>> | undefined {
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([value, entry]) => [value, entry[member]]))
}
