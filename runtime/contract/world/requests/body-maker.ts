import { type DocumentDescriptor, mediaTypeInRange, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { bestContentOfBody, documentedBodyMedia } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import { writableInForm } from '../../data/exchange/forms/writable-part.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { MemberPath } from '../refusal/faults.ts'
import { Refusal } from '../refusal/refusal.ts'
import { madeValue } from '../values/arbitraries/made-value.ts'
import type { Names } from '../values/names.ts'
import type { Variant } from '../values/sample-options.ts'
import type { BodyCandidate } from './bodies/body-candidate.ts'
import { bodyMembers } from './bodies/body-members.ts'
import { hintedBodyValue } from './bodies/hinted-value.ts'
import { nextListedInBody } from './bodies/next-listed.ts'
import { RefusalFeedback } from './bodies/refusal-feedback.ts'
import type { AskedMembers } from './members/asked-members.ts'
import { FileMembers } from './members/file-members.ts'
import { bodyWithoutMembers, identifierMembers } from './members/identifier-members.ts'
import { OpenMembers } from './members/open-members.ts'
import type { SuppliedValues } from './supplied-values.ts'

/** Creates bodies from schemas, with the values that items supply and those that refusals ask for. */
export class BodyMaker {
  readonly #document: DocumentDescriptor
  readonly #names: Names
  readonly #supplied: SuppliedValues
  readonly #asked: AskedMembers
  readonly #feedback = new Map<string, RefusalFeedback>()
  readonly #files: FileMembers
  readonly #open = new OpenMembers()

  constructor(
    document: DocumentDescriptor,
    {
      names,
      supplied,
      asked,
    }: { readonly names: Names; readonly supplied: SuppliedValues; readonly asked: AskedMembers },
  ) {
    this.#document = document
    this.#names = names
    this.#files = new FileMembers(names)
    this.#supplied = supplied
    this.#asked = asked
  }

  /**
   * Draws conclusions from a refusal about properties of the body, for all bodies of the operation from now
   * on.
   * @returns true if there is anything new to try.
   */
  learn({ operation, body }: RequestPlan, answer: Answer): boolean {
    const [sent] = objectsInBody(body?.value)
    if (body === undefined || sent === undefined) return false
    const refusal = new Refusal(answer)
    const schema = schemaIn(this.#document, documentedBodyMedia(operation, body.mediaType).schema)
    if (this.#files.learn(operation, refusal)) return true
    if (this.#open.learn(operation, refusal, { body: sent, schema })) return true
    const feedback = this.#feedback.get(operation.operationId) ?? new RefusalFeedback()
    this.#feedback.set(operation.operationId, feedback)
    return feedback.learn({
      ...{ refusal, body: sent },
      members: bodyMembers(schema),
      another: ({ schema }, told) => hintedBodyValue(told, schema, this.#names),
      next: ({ schema }, value) => nextListedInBody(value, schema),
      isOwn: (text) => this.#names.isTagged(text),
    })
  }

  /** Creates the body, in JSON if the document offers it. */
  make(operation: OperationDescriptor, candidate: Exclude<BodyCandidate, 'empty'>): RequestPlan['body'] {
    const content = this.#files.formOf(operation) ?? bestContentOfBody(operation)
    if (content === undefined) return undefined
    const mediaType = mediaTypeInRange(content.mediaType, content.mediaType)
    const schema = schemaIn(this.#document, content.schema)
    const value = this.#whole(candidate, schema)
    const complete = (part: unknown): unknown => this.#fitted(operation, part, schema)
    const whole = Array.isArray(value) ? value.map(complete) : complete(value)
    const full = (): unknown => this.#value(schema, { variant: 'full', hint: 'body' })
    const isShown = (typeof candidate === 'object' && candidate.kind === 'shown') || isExample(value, schema)
    const written = writableInForm(whole, { mediaType, schema, full })
    return {
      ...{ mediaType, value: isObject(written) ? { ...written, ...this.#files.of(operation) } : written },
      from: isShown ? 'document' : 'made',
    }
  }

  /**
   * Returns a body, or an item of a list body, with supplied values for its properties and with the remedies
   * that refusals suggested.
   */
  #fitted(operation: OperationDescriptor, value: unknown, schema: Schema): unknown {
    const named = identifierMembers(operation, this.#document)
    if (!isObject(value)) return bodyWithoutMembers(value, named)
    const feedback = this.#feedback.get(operation.operationId)
    const add = (path: MemberPath, variant: Variant = 'full'): unknown =>
      this.#value(memberAt(schema, path), { variant, hint: path.at(-1) ?? 'body' })
    const anew = (path: MemberPath): unknown => this.#withOwnTexts(add(path), memberAt(schema, path))
    const learnt = this.#open.addTo(operation, feedback?.apply(value, { add, anew }) ?? value, (name) =>
      this.#value(schemaIn(this.#document, { type: 'string' }), { variant: 'full', hint: name }),
    )
    const whole = { ...Object.fromEntries(this.#asked.of(operation)), ...learnt }
    const entries = Object.entries(this.#withSupplied(operation, whole, schema))
    // A property that the server has asked for is not withheld, because the server's own words are more
    // reliable than a property's name.
    const withheld = [...named, ...this.#supplied.withheldFrom(operation)].filter(
      (name) => feedback?.asked.has(name) !== true,
    )
    return bodyWithoutMembers(Object.fromEntries(entries), new Set(withheld))
  }

  /** Returns the properties of a body, and of the objects in its lists, with supplied values. */
  #withSupplied(operation: OperationDescriptor, value: object, schema: Schema): object {
    const entries = Object.entries(value).map(([name, member]: [string, unknown]) => {
      const supplied = this.#supplied.valueOf(operation, { location: 'body', name })
      if (supplied !== undefined || !Array.isArray(member)) return [name, supplied ?? member]
      const inner = schema.member.property(name).items
      return [name, member.map((part: unknown) => this.#partWithSupplied(operation, part, { name, inner }))]
    })
    return Object.fromEntries(entries)
  }

  /**
   * Does the same as `#withSupplied` for an object in a list. If the object refers to items, its integers are
   * set to the schema's minimum, because the items might have little stock.
   */
  #partWithSupplied(
    operation: OperationDescriptor,
    part: unknown,
    { name: list, inner }: { readonly name: string; readonly inner: Schema },
  ): unknown {
    if (!isObject(part)) return part
    const named = Object.keys(part).flatMap((name) => {
      const value = this.#supplied.valueOf(operation, { location: 'body', name: `${list}.${name}` })
      return value === undefined ? [] : [[name, value] as const]
    })
    if (named.length === 0) return part
    const least = Object.keys(part).flatMap((name) => {
      const { types, keywords } = inner.property(name)
      return types.includes('integer') && keywords.minimum !== undefined ? [[name, keywords.minimum]] : []
    })
    return { ...part, ...Object.fromEntries(least), ...Object.fromEntries(named) }
  }

  /** A name in several languages, whose texts are the run's own instead of an example's. */
  #withOwnTexts(value: unknown, schema: Schema | undefined): unknown {
    if (!isObject(value)) return value
    const shown = [value, schema?.keywords.example, ...(schema?.keywords.examples ?? [])]
    const texts = shown.filter(isObject).find((each) => Object.keys(each).length > 0) ?? value
    const entries = Object.entries(texts).map(([name, text]) =>
      typeof text === 'string' ? [name, `${text} ${this.#names.tag()}`] : [name, text],
    )
    return Object.fromEntries(entries)
  }

  #whole(candidate: Exclude<BodyCandidate, 'empty'>, schema: Schema): unknown {
    if (typeof candidate === 'string') return this.#value(schema, { variant: candidate, hint: 'body' })
    if (candidate.kind === 'shown') return candidate.value
    if (candidate.kind === 'worded') {
      const full = this.#value(schema, { variant: 'full', hint: 'body' })
      return isObject(full) ? { ...full, ...candidate.values } : full
    }
    return bodyWithoutMembers(this.#value(schema, { variant: 'full', hint: 'body' }), candidate.without)
  }

  /** @throws NotRun if no value matches the schema. */
  #value(schema: Schema | undefined, options: { variant: Variant; hint: string }): unknown {
    return madeValue(schemaIn(this.#document, schema), { names: this.#names, ...options })
  }
}

/** The schema of a property at any depth. */
function memberAt(schema: Schema, path: MemberPath): Schema | undefined {
  return path.reduce<Schema | undefined>((above, name) => above?.member.properties.get(name), schema)
}

/** True if the schema contains the whole value as an example. */
function isExample(value: unknown, { keywords: { example, examples = [] } }: Schema): boolean {
  const text = JSON.stringify(value)
  return [example, ...examples].some((shown) => shown !== undefined && JSON.stringify(shown) === text)
}

/** Returns a body that is an object, or the objects in a list body. */
export function objectsInBody(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [value].flat().filter(isObject)
}
