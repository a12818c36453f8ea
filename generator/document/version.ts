import { type ObjectTable, OPENAPI, SWAGGER } from './object-shapes.ts'

/** Characteristics of an OpenAPI version. Stages check these characteristics, never version names. */
export interface Version {
  /** Name for people: "3.1". */
  readonly name: string
  /** Shapes of its documents. */
  readonly table: ObjectTable
  /** Field with the version. */
  readonly field: 'swagger' | 'openapi'
  /** Matches the field's values for this version. */
  readonly texts: RegExp
  /** True if keywords next to a schema's `$ref` apply too. */
  readonly schemasKeepSiblings: boolean
  /** True if `allowReserved` also applies in paths and cookies. In queries, it always applies. */
  readonly reservedInPaths: boolean
  /**
   * Fields that apply next to a `$ref`, except in schemas that keep all siblings; other fields are dropped.
   */
  readonly siblings: readonly string[]
  /**
   * Effect of `nullable` in a part of an `allOf` that otherwise contains only annotations. Absent if the
   * version does not define `nullable`.
   */
  readonly nullableParts?: 'ignored' | 'heeded'
  /** True if a multipart part is octets when neither the schema nor the encoding specifies a type. */
  readonly untypedPartsAreOctets: boolean
  /** True if schemas have `nullable`, and boolean `exclusiveMinimum` and `exclusiveMaximum`. */
  readonly hasNullable: boolean
  /** True if parts of multipart forms have styles, like the fields of a URL-encoded form. */
  readonly multipartHasStyles: boolean
  /**
   * True if `format` is an assertion; otherwise it is only an annotation. @see JSON Schema Validation
   * 2020-12, 7.2
   */
  readonly assertsFormats: boolean
}

/** Supported versions, oldest first. */
export const VERSIONS: readonly Version[] = [
  {
    name: '2.0',
    table: SWAGGER,
    field: 'swagger',
    texts: /^2\.0$/,
    schemasKeepSiblings: false,
    reservedInPaths: false,
    siblings: ['x-nullable'],
    untypedPartsAreOctets: false,
    hasNullable: true,
    multipartHasStyles: false,
    assertsFormats: true,
  },
  {
    name: '3.0',
    table: OPENAPI,
    field: 'openapi',
    texts: /^3\.0\.\d+(-.+)?$/,
    schemasKeepSiblings: false,
    reservedInPaths: false,
    siblings: [],
    nullableParts: 'ignored',
    untypedPartsAreOctets: false,
    hasNullable: true,
    multipartHasStyles: false,
    assertsFormats: true,
  },
  {
    name: '3.1',
    table: OPENAPI,
    field: 'openapi',
    texts: /^3\.1\.\d+(-.+)?$/,
    schemasKeepSiblings: true,
    reservedInPaths: false,
    siblings: ['summary', 'description'],
    untypedPartsAreOctets: true,
    hasNullable: false,
    multipartHasStyles: true,
    assertsFormats: false,
  },
  {
    name: '3.2',
    table: OPENAPI,
    field: 'openapi',
    texts: /^3\.2\.\d+(-.+)?$/,
    schemasKeepSiblings: true,
    reservedInPaths: true,
    siblings: ['summary', 'description'],
    untypedPartsAreOctets: true,
    hasNullable: false,
    multipartHasStyles: true,
    assertsFormats: false,
  },
]

/**
 * Returns the version with `nullable` in effect even where OpenAPI 3.0 ignores it, because services send null
 * in such places.
 */
export function withNullableReferences(version: Version): Version {
  if (version.nullableParts === undefined) return version
  return { ...version, siblings: [...version.siblings, 'nullable'], nullableParts: 'heeded' }
}

/** The version that a field states; `undefined` if it is not supported. */
export function versionNamed(field: Version['field'], text: unknown): Version | undefined {
  return VERSIONS.find((known) => known.field === field && typeof text === 'string' && known.texts.test(text))
}

/**
 * Returns the version that a field means if its value has too few numbers ("3.1" or, in YAML without quotes,
 * the number 3.1) or too many ("2.0.0" for Swagger).
 */
export function misspeltVersion(field: Version['field'], value: unknown): Version | undefined {
  const text = typeof value === 'number' ? String(value) : value
  const [, name] = (typeof text === 'string' && /^(\d+\.\d+)(?:\.\d+)?$/.exec(text)) || []
  return VERSIONS.find((known) => known.field === field && known.name === name)
}

/** The value of the version field for a version. */
export function versionText({ field, name }: Version): string {
  return field === 'swagger' ? name : `${name}.0`
}

/** Version of an OpenAPI 3 document. Newer versions are treated as the latest supported one. */
export function documentVersion({ openapi }: { readonly openapi?: unknown }): Version | undefined {
  return versionNamed('openapi', openapi) ?? VERSIONS.at(-1)
}

/** True for an OpenAPI 3 version that is newer than all supported ones. */
export function isYoungerVersion(text: string): boolean {
  const known = Math.max(...VERSIONS.map(({ name }) => Number(name.split('.')[1])))
  const [, minor] = /^3\.(\d{1,3})(\.|$)/.exec(text) ?? []
  return minor !== undefined && Number(minor) > known
}

/** Dialects in which `format` is an assertion, and the meta-schema of the vocabulary that makes it one. */
const ASSERTING = /^https?:\/\/json-schema\.org\/(draft-0[4-7]\/|draft\/2020-12\/meta\/format-assertion)/

/**
 * True if strings must match their schemas' formats, according to the document's own setting, its dialect or
 * its version.
 */
export function documentAssertsFormats(document: {
  readonly openapi?: string
  readonly jsonSchemaDialect?: string
  readonly 'x-format-assertion'?: boolean
}): boolean {
  const { jsonSchemaDialect = '', 'x-format-assertion': stated } = document
  return stated ?? (ASSERTING.test(jsonSchemaDialect) || documentVersion(document)?.assertsFormats === true)
}
