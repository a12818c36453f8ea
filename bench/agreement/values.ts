import { schemaIn } from '@concordat/contract/document'
import { type Names, namesOfRun, randomValue, type Variant, validValue } from '@concordat/contract/values'
import {
  type DocumentDescriptor,
  isJson,
  type Location,
  type MediaTypeDescriptor,
  mediaTypeEssence,
  type ParameterDescriptor,
  type Style,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { createValidator, type JsonSchema, type Schema } from '@concordat/runtime/schema'
import { loweredBodySchema } from '../../generator/emit/schema/body-schema.ts'
import { wireForm } from './same.ts'

/** Variants of the first values, in order; later values are random. */
const VARIANTS: readonly Variant[] = ['full', 'required', 'example']

/** True for values that arrive unchanged in the location; no others are sent. */
const CARRIED: Readonly<Record<Location, (value: unknown, parameter: ParameterDescriptor) => boolean>> = {
  query: (value, { allowReserved, style }) =>
    (allowReserved !== true || hasNoTriplet(value)) && !holdsDelimiter(value, style),
  querystring: (value, { mediaType }) => !isForm(mediaType) || hasNothingEmpty(value),
  cookie: (value, { style }) => style !== 'cookie' || textsOf(value).every((text) => /^[\w./-]*$/.test(text)),
  path: (value) => hasNoTriplet(value) && !['', '.', '..', undefined].includes(firstText(value)),
  header: (value) => textsOf(value).every((text) => /^([!-~]([ -~]*[!-~])?)?$/.test(text)),
}

/** Delimiters that must not occur in an item, by style. */
const DELIMITERS: Readonly<Partial<Record<Style, string>>> = { spaceDelimited: ' ', pipeDelimited: '|' }

function holdsDelimiter(value: unknown, style: Style | undefined): boolean {
  const delimiter = style && DELIMITERS[style]
  return delimiter !== undefined && textsOf(value).some((text) => text.includes(delimiter))
}

function hasNoDelimiter(value: unknown, encoding: MediaTypeDescriptor['encoding'] = {}): boolean {
  const fields: Readonly<Record<string, unknown>> = Object(value)
  return Object.entries(encoding).every(([name, { style }]) => !holdsDelimiter(fields[name], style))
}

/**
 * True if no string contains a percent-encoded triplet. Where reserved characters are allowed, triplets are
 * sent unchanged, so "%41" would arrive as "A".
 * @see RFC 6570, 3.2.3
 */
function hasNoTriplet(value: unknown): boolean {
  return textsOf(value).every((text) => !/%[\da-f]{2}/i.test(text))
}

function textsOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)]
}

function firstText(value: unknown): string | undefined {
  return value === null ? undefined : textsOf(value)[0]
}

export interface Wanted {
  /** Counts from 0, and determines how the value is created. */
  readonly round: number
  /** Name that identifies the value in generated strings and in reports. */
  readonly hint: string
}

/** Creates values for a document's schemas from a seed, as the contract suite does. */
export class Values {
  readonly #document: Pick<DocumentDescriptor, 'definitions'>
  readonly #names: Names
  readonly #compile: ReturnType<typeof createValidator>
  /** Problems of samples that are invalid against their own schema. */
  readonly refused: string[] = []

  constructor({ definitions }: DocumentDescriptor, seed: number) {
    this.#document = { definitions }
    this.#names = namesOfRun(`agreement ${seed}`)
    this.#compile = createValidator(definitions, { compilePattern: linearPattern({ tooLong: 'accept' }) })
  }

  /**
   * Creates a valid value that `isCarried` accepts.
   * @throws Unmakeable if none could be found for the schema.
   */
  make(
    schema: JsonSchema,
    { round, hint }: Wanted,
    isCarried: (value: unknown) => boolean = () => true,
  ): unknown {
    const variant = VARIANTS[round]
    const wanted = this.#schema(schema)
    if (variant !== undefined) {
      const value = validValue(wanted, { names: this.#names, variant, hint })
      const [issue] = this.#compile(schema)(value)
      if (issue !== undefined)
        this.refused.push(`${hint}${issue.instancePath} ${issue.message} (${issue.schemaPath})`)
      else if (isCarried(value)) return value
    }
    return randomValue(wanted, { random: this.#names.random, fits: isCarried })
  }

  /** Creates a value that can be sent in the parameter's location. @throws Unmakeable */
  parameter(
    parameter: ParameterDescriptor,
    { round, template }: { round: number; template: string },
  ): unknown {
    const { in: location, name, schema = true, mediaType } = parameter
    const isWritten = mediaType !== undefined && isJson(mediaType)
    // In "{a}.{b}", the end of a value that contains "." cannot be recognized.
    const isPlain = location === 'path' && /\}[^/?#]+\{/.test(template)
    const isCarried = (value: unknown): boolean =>
      // An empty value is not sent, so a required parameter must not be empty.
      (parameter.required !== true || isWritten || wireForm(value) !== undefined) &&
      CARRIED[location](value, parameter) &&
      this.#isNamed(value, parameter) &&
      (!isPlain || textsOf(value).every((text) => /^\w*$/.test(text)))
    return this.make(isWritten ? schema : this.#asText(schema), { round, hint: name }, isCarried)
  }

  /**
   * False for an exploded query object with properties that the generated types do not declare, because each
   * property is sent as a separate parameter.
   */
  #isNamed(
    value: unknown,
    { in: location, style = 'form', explode = true, ...own }: ParameterDescriptor,
  ): boolean {
    if (
      location !== 'query' ||
      style !== 'form' ||
      !explode ||
      own.mediaType !== undefined ||
      !isObject(value)
    )
      return true
    const { keywords, properties: named } = this.#schema(own.schema)
    const isOpen = Boolean(keywords.additionalProperties)
    return named.size === 0 || isOpen || Object.keys(value).every((key) => named.has(key))
  }

  #schema(written: unknown): Schema {
    return schemaIn(this.#document, written)
  }

  /**
   * Gives a schema or its items the type string if they have none, because parameters and fields are sent as
   * strings.
   */
  #asText(schema: JsonSchema): JsonSchema {
    const { types, items } = this.#schema(schema)
    if (types.length === 0) return { allOf: [schema], type: 'string' }
    if (types.join() !== 'array' || items.types.length > 0) return schema
    return { allOf: [schema], items: { type: 'string' } }
  }

  /**
   * Creates a body that matches the generated types, which can require a Blob.
   * @throws Unmakeable
   */
  body(
    mediaType: string,
    {
      media,
      direction,
      ...wanted
    }: Wanted & { media: MediaTypeDescriptor; direction: 'request' | 'response' },
  ): unknown {
    if (media.stream !== undefined) return this.#items(media, wanted)
    const schema = loweredBodySchema(mediaType, media, direction)
    if (this.#isBinary(this.#schema(schema))) return blob(wanted, isJson(mediaType) ? undefined : mediaType)
    const isCarried = (made: unknown): boolean =>
      hasNothingEmpty(made) && hasNoDelimiter(made, media.encoding)
    const value = this.make(schema, wanted, isForm(mediaType) ? isCarried : undefined)
    if (!mediaType.startsWith('multipart/')) return value
    // Parts that are distinguished only by position.
    if (Array.isArray(value)) {
      const own = this.#schema(schema)
      return value.map((part, index) => (this.#isBinary(own.itemAt(index)) ? blob(wanted) : part))
    }
    return isObject(value) ? this.#withFiles(schema, value, wanted) : value
  }

  /** Creates a stream's items. Without a schema, they are values that the stream's format accepts. */
  #items({ schema, stream }: MediaTypeDescriptor, wanted: Wanted): readonly unknown[] {
    // Apart from the data, an event's fields are lines of text, and an empty field counts as absent.
    const isCarried = (item: unknown): boolean =>
      stream?.format !== 'events' ||
      Object.entries(Object(item)).every(
        ([name, field]) => name === 'data' || /^[^\n\r\0]+$/.test(String(field)),
      )
    if (stream?.parts === 'files') return [blob(wanted), blob(wanted)]
    const item = (): unknown => this.make(schema ?? true, wanted, isCarried)
    if (schema !== undefined) return [item(), item()]
    return stream?.format === 'events' ? [{ data: wanted.hint }] : [1, { hint: wanted.hint }]
  }

  /** Replaces binary fields with files. */
  #withFiles(schema: JsonSchema, value: Readonly<Record<string, unknown>>, wanted: Wanted): object {
    const { properties } = this.#schema(schema)
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const property = properties.get(name) ?? this.#schema(true)
        const { items } = property
        if (this.#isBinary(property)) return [name, field === null ? null : blob(wanted)]
        return [name, Array.isArray(field) && this.#isBinary(items) ? field.map(() => blob(wanted)) : field]
      }),
    )
  }

  #isBinary(schema: Schema): boolean {
    const types = schema.types.filter((type) => type !== 'null')
    return types.join() === 'string' && schema.keywords.format === 'binary'
  }
}

/** True for form media types: all multipart types, and URL-encoded forms. */
export function isForm(mediaType: string | undefined): boolean {
  return /^(multipart\/|application\/x-www-form-urlencoded$)/.test(mediaTypeEssence(mediaType))
}

/** Forms cannot contain null or empty values. */
function hasNothingEmpty(value: unknown): boolean {
  return Object.values(Object(value)).every(
    (member) =>
      member !== null &&
      (typeof member !== 'object' || (Object.keys(member).length > 0 && hasNothingEmpty(member))),
  )
}

/** Creates a blob of octets that are not valid text, with the given media type. */
function blob({ round, hint }: Wanted, mediaType = 'application/octet-stream'): Blob {
  const type = mediaType.startsWith('*') ? 'application/octet-stream' : mediaType.replace('*', 'octets')
  return new Blob([new Uint8Array([0xff, 0x00, round % 256]), hint], { type })
}
