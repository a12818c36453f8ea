import {
  type DocumentDescriptor,
  isIdempotencyKey,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, foldSchema } from '@concordat/runtime/schema-view'
import { wrapperMembers } from '../../../data/address/wrappers.ts'
import { bestContentOfBody } from '../../../data/document/json-body.ts'
import type { ValueSource } from '../../../data/document/path-binding.ts'
import { operationAt, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import {
  fieldMasks,
  identifiers,
  lowerWordsOf,
  PEOPLE,
  personalRoles,
  places,
  singularOf,
} from '../../../lexicon/lexicon.ts'
import { validValue } from '../../values/arbitraries/valid-value.ts'
import type { Names } from '../../values/names.ts'
import { Dictionary } from './dictionary.ts'
import { LinkedValues } from './linked-values.ts'

type Wanted = Pick<ParameterDescriptor, 'name' | 'in' | 'schema' | 'choices'>

/** Maximum number of values to try for each of an operation's parameters. */
const MOST_TRIES = 6
/** Maximum number of values to try if a list shows that there are no items. */
const MOST_DOUBTED = 2
/** Maximum number of values from the document to try for a parameter. */
const MOST_DOCUMENTED = 3

/** Trial of one operation. */
interface Trial {
  turn: number
  isSettled: boolean
  /** Size of the dictionary when the values were chosen. */
  readonly knew: number
  readonly values: Map<string, readonly unknown[]>
  /** Parameters whose values are not from the document. */
  readonly open: Set<string>
}

/**
 * Values for parameters that do not identify an item of a resource: from the document, from responses that
 * show them under a similar name, and from the schema. They are tried in turn until the operation succeeds.
 */
export class Guesses {
  readonly dictionary: Dictionary
  readonly #linked: LinkedValues
  readonly #document: DocumentDescriptor
  readonly #names: Names
  readonly #trials = new Map<string, Trial>()
  /** operationIds of reads of items of which a list shows none. */
  readonly #doubted = new Set<string>()

  constructor(document: DocumentDescriptor, names: Names) {
    this.dictionary = new Dictionary(wrapperMembers(document))
    this.#document = document
    this.#names = names
    this.#linked = new LinkedValues(document)
  }

  /** Notes the values and links in a successful response. @param answer The number of the response. */
  learn(operation: OperationDescriptor, value: unknown, answer?: number): void {
    this.dictionary.learn(operation, value, answer)
    this.#linked.learn(value)
  }

  /** Returns the value to try now, or the accepted one. @throws Unmakeable if the schema has no value. */
  value(operation: OperationDescriptor, wanted: Wanted): unknown {
    if (isKey(wanted)) return this.#newKey(wanted)
    if (this.#isNewName(operation, wanted)) return this.#made(operation, wanted)
    const trial = this.#trialOf(operation.operationId)
    const key = keyOf(wanted)
    const values = trial.values.get(key) ?? this.#candidates(operation, wanted, trial)
    trial.values.set(key, values)
    return values[trial.turn % values.length]
  }

  /** Notes that a list shows no items of the kind that an operation reads. */
  doubt({ operationId }: OperationDescriptor): void {
    this.#doubted.add(operationId)
  }

  /** Moves on to an operation's next values. @returns true if there are any. */
  next({ operationId }: OperationDescriptor): boolean {
    const mostTries = this.#doubted.has(operationId) ? MOST_DOUBTED : MOST_TRIES
    // Continues with the values that were tried, even if responses have shown more since.
    const trial = this.#trials.get(operationId) ?? this.#trialOf(operationId)
    const most = Math.max(0, ...[...trial.values.values()].map(({ length }) => length))
    const hasMore = !trial.isSettled && trial.turn + 1 < Math.min(most, mostTries)
    trial.turn = hasMore ? trial.turn + 1 : trial.isSettled ? trial.turn : 0
    return hasMore
  }

  /** Notes that the values in the last request were accepted, so that they are used from now on. */
  settle({ operationId }: OperationDescriptor): void {
    const trial = this.#trials.get(operationId)
    if (trial !== undefined) trial.isSettled = true
  }

  /** True if the values for a parameter are guesses of which none has been accepted. */
  isOpen({ operationId }: OperationDescriptor, wanted: Wanted): boolean {
    const trial = this.#trials.get(operationId)
    return trial !== undefined && !trial.isSettled && trial.open.has(keyOf(wanted))
  }

  /** True if the document or a response shows a value. */
  knows(operation: OperationDescriptor, wanted: Wanted): boolean {
    const own = schemaIn(this.#document, wanted.schema)
    return (
      documented(own).length > 0 ||
      this.shown(wanted.name, own).length > 0 ||
      this.#placesOf(operation, wanted).length > 0
    )
  }

  /**
   * Values for the template at the end of a read's path: those found in links, and the empty string, which
   * stands for the root of a tree, unless another operation reads the path without the template.
   */
  #placesOf(operation: OperationDescriptor, { name, in: location, schema }: Wanted): readonly string[] {
    const isAtEnd = operation.path.endsWith(`/{${name}}`) && location === 'path'
    if (operation.method !== 'GET' || !isAtEnd) return []
    const above = operationAt(this.#document, { method: 'GET', path: operation.path.replace(/\/[^/]*$/, '') })
    const hasRoot = above === undefined && places.has(name) && schemaIn(this.#document, schema).allows('')
    const root = hasRoot ? [''] : []
    return [...this.#linked.of(operation), ...root]
  }

  /** Returns the source of a guessed value. */
  sourceOf({ schema, choices = [] }: Wanted, text: string): ValueSource {
    const own = schemaIn(this.#document, schema)
    const shownBy = this.dictionary.shownBy(text)
    return documented(own).length > 0 || choices.includes(text)
      ? 'document'
      : shownBy === undefined
        ? 'made'
        : [shownBy]
  }

  /** Returns the values that responses showed under a similar name, in a form that the schema allows. */
  shown(name: string, schema: Schema): readonly unknown[] {
    const known = this.dictionary.find(name)
    const found = known.length > 0 || !personalRoles.has(name) ? known : PEOPLE.flatMap(this.#shownAs)
    return found.flatMap((value) => fitting(value, schema))
  }

  readonly #shownAs = (kind: string) => this.dictionary.find(kind)

  /**
   * Returns an operation's trial. A trial that is neither in progress nor successful is replaced if responses
   * have shown more names, because the right value may be known now.
   */
  #trialOf(operationId: string): Trial {
    const known = this.#trials.get(operationId)
    const { size } = this.dictionary
    if (known !== undefined && (known.isSettled || known.turn > 0 || known.knew === size)) return known
    const trial = { turn: 0, isSettled: false, knew: size, values: new Map(), open: new Set<string>() }
    this.#trials.set(operationId, trial)
    return trial
  }

  #candidates(operation: OperationDescriptor, wanted: Wanted, trial: Trial): readonly unknown[] {
    const schema = schemaIn(this.#document, wanted.schema)
    const name = nameInPath(operation, wanted)
    const known = [...documented(schema), ...(wanted.choices ?? []).filter((text) => schema.allows(text))]
    const found = this.shown(name, schema)
    if (known.length > 0) {
      // An example can name what only another server has.
      const isOfFormat = known.some((value) => schema.allows(value))
      const others = isOfFormat ? [] : [this.#made(operation, wanted)]
      return [...new Set([...known, ...found])].slice(0, MOST_TRIES - others.length).concat(others)
    }
    trial.open.add(keyOf(wanted))
    const shown = [...this.#placesOf(operation, wanted), ...found]
    const isRoot = (value: unknown): boolean => value === ''
    const ordered = [...new Set(shown)].toSorted((one, other) => Number(isRoot(one)) - Number(isRoot(other)))
    return [...ordered.slice(0, MOST_TRIES - 1), this.#made(operation, wanted)]
  }

  #made(operation: OperationDescriptor, { name, schema }: Wanted): unknown {
    const [changed] = fieldMasks.has(name)
      ? schemaIn(this.#document, bestContentOfBody(operation)?.schema).properties.keys()
      : []
    if (changed !== undefined && schemaIn(this.#document, schema).allows(changed)) return changed
    const options = { names: this.#names, variant: 'example', hint: name } as const
    return validValue(withItems(schemaIn(this.#document, schema)), options)
  }

  /** Makes a key that no earlier request had, because a server accepts a key for one request only. */
  #newKey({ name, schema }: Wanted): unknown {
    return validValue(schemaIn(this.#document, schema), { names: this.#names, variant: 'full', hint: name })
  }

  /**
   * True for a query parameter that names the item to be created, unless the document shows values for it.
   * Each item needs its own name.
   */
  #isNewName({ resource }: OperationDescriptor, { name, in: location, schema }: Wanted): boolean {
    if (resource?.role !== 'create' || location !== 'query') return false
    const { idParameter } = resourceByName(this.#document, resource.name) ?? {}
    return name === idParameter && documented(schemaIn(this.#document, schema)).length === 0
  }
}

/**
 * Returns the name of a parameter with that of the things before it in the path: "volume_type" for
 * "/volumes/{type}/{volume}", because things of other kinds have other types. Identifiers keep their names.
 */
function nameInPath({ path }: OperationDescriptor, { name, in: location }: Wanted): string {
  const isKind = location === 'path' && lowerWordsOf(name).length === 1 && !identifiers.usual.has(name)
  const before = path.slice(0, Math.max(path.indexOf(`{${name}}`), 0)).split('/')
  const thing = before.findLast((segment) => segment !== '' && !segment.includes('{'))
  return isKind && thing !== undefined ? `${singularOf(thing)}_${name}` : name
}

/**
 * Returns the values that the document shows. An example may break the schema's format, because not everyone
 * means the same by it: "15s" is a duration in Go.
 */
function documented(schema: Schema): readonly unknown[] {
  const { const: only, example, examples = [], enum: listed = [], default: usual } = schema.keywords
  const shown = [example, ...examples]
  const fits = [only, ...shown, ...listed, usual].filter(
    (value) =>
      value !== undefined &&
      value !== null &&
      // An empty list is excluded, because it would be omitted from the request.
      !(Array.isArray(value) && value.length === 0) &&
      fitsButFormat(schema, value, shown),
  )
  return [...new Set(fits)].slice(0, MOST_DOCUMENTED)
}

function fitsButFormat(schema: Schema, value: unknown, examples: readonly unknown[]): boolean {
  const fitsWithout = ({ keywords: { format: _, ...others }, document }: Schema): boolean =>
    document.of(others).allows(value)
  return schema.allows(value) || (examples.includes(value) && schema.alternatives.some(fitsWithout))
}

/** Converts the value to the schema's type; empty if that is impossible. */
function fitting(value: string | number | boolean, whole: Schema): readonly unknown[] {
  return foldSchema<readonly unknown[]>(whole, ({ schema, path }, of) => {
    const { types, items, values } = schema
    const hasItems = types.includes('array') && path.length < DEEPEST
    const asText = types.includes('string') ? [String(value)] : []
    const asNumber = values.mayBeNumbers ? [Number(value)] : []
    const asList = hasItems ? of(items, EACH).map((item) => [item]) : []
    const forms = types.length === 0 ? [value] : [...asText, ...asNumber, ...asList]
    return forms.filter((form) => !Number.isNaN(form) && schema.allows(form)).slice(0, 1)
  })
}

/** Maximum nesting of lists. */
const DEEPEST = 4

/** An empty list would be omitted from the request, so at least one item is required here. */
function withItems(schema: Schema): Schema {
  const { default: usual, ...keywords } = schema.keywords
  const isEmpty = Array.isArray(usual) && usual.length === 0
  return isEmpty && keywords.maxItems !== 0 ? schema.document.of({ minItems: 1, ...keywords }) : schema
}

/** True for a header that identifies one request. */
function isKey({ in: location, name }: Wanted): boolean {
  return location === 'header' && isIdempotencyKey(name)
}

function keyOf({ in: location, name }: Wanted): string {
  return `${location} ${name}`
}
