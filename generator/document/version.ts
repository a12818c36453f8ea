import { OPENAPI, SWAGGER, type Table } from './object-shapes.ts'

/**
 * Capabilities by which a version of OpenAPI differs from the others: stages ask for a capability, never for
 * a name.
 */
export interface Version {
  /** Name for people: "3.1". */
  readonly name: string
  /** Shapes of its documents. */
  readonly table: Table
  /** The field that names it. */
  readonly field: 'swagger' | 'openapi'
  /** The texts of that field that mean this version. */
  readonly texts: RegExp
  /** True if keywords beside a schema's `$ref` hold as well. */
  readonly schemasKeepSiblings: boolean
  /**
   * True if `allowReserved` holds for values in paths and cookies too; for those in queries it always does.
   */
  readonly reservedInPaths: boolean
  /** The fields that hold beside the `$ref` of anything else; all others are lost. */
  readonly siblings: readonly string[]
  /**
   * Effect of `nullable` in a part of `allOf` without any other keyword, if it has an effect elsewhere.
   * Absent: the version does not have it.
   */
  readonly nullableParts?: 'ignored' | 'heeded'
  /** True if a part of a multipart body is octets when neither its schema nor its encoding has a type. */
  readonly untypedPartsAreOctets: boolean
  /** True if schemas have `nullable`, and booleans as `exclusiveMinimum` and `exclusiveMaximum`. */
  readonly hasNullable: boolean
  /** True if parts of a form are written in styles, as the fields of a URL-encoded form are. */
  readonly multipartHasStyles: boolean
  /**
   * True if `format` asserts the form of a text; else it is only an annotation. @see JSON Schema Validation
   * 2020-12, 7.2
   */
  readonly assertsFormats: boolean
}

/** The versions that are understood, the oldest first. */
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
 * The version, with `nullable` honoured in the places that OpenAPI 3.0 ignores:
 * services send null there all the same.
 */
export function withNullableReferences(version: Version): Version {
  if (version.nullableParts === undefined) return version
  return { ...version, siblings: [...version.siblings, 'nullable'], nullableParts: 'heeded' }
}

/** The version that a field names; `undefined` for one that is not understood. */
export function versionNamed(field: Version['field'], text: unknown): Version | undefined {
  return VERSIONS.find((known) => known.field === field && typeof text === 'string' && known.texts.test(text))
}

/**
 * The version that a field names by its first two numbers alone, as "3.1" or, without
 * quotes in YAML, as the number 3.1.
 */
export function abbreviatedVersion(field: Version['field'], value: unknown): Version | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return VERSIONS.find((known) => known.field === field && known.name === text)
}

/**
 * The version of a document of OpenAPI 3. A version newer than all supported
 * ones is read as the last of these.
 */
export function versionOf({ openapi }: { readonly openapi?: unknown }): Version | undefined {
  return versionNamed('openapi', openapi) ?? VERSIONS.at(-1)
}

/** True if a text names a version of OpenAPI 3 that is newer than the known ones. */
export function isYounger(text: string): boolean {
  const known = Math.max(...VERSIONS.map(({ name }) => Number(name.split('.')[1])))
  const [, minor] = /^3\.(\d{1,3})(\.|$)/.exec(text) ?? []
  return minor !== undefined && Number(minor) > known
}

/**
 * Dialects whose specifications have `format` as an assertion, and the meta-schema of
 * the vocabulary that makes it one.
 */
const ASSERTING = /^https?:\/\/json-schema\.org\/(draft-0[4-7]\/|draft\/2020-12\/meta\/format-assertion)/

/**
 * True if texts must have the formats of their schemas: according to the document, else to its dialect or its
 * version.
 */
export function assertsFormats(document: {
  readonly openapi?: string
  readonly jsonSchemaDialect?: string
  readonly 'x-format-assertion'?: boolean
}): boolean {
  const { jsonSchemaDialect = '', 'x-format-assertion': stated } = document
  return stated ?? (ASSERTING.test(jsonSchemaDialect) || versionOf(document)?.assertsFormats === true)
}
