import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, foldSchema } from '@concordat/runtime/schema-view'
import type { Source } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { validValue } from '../../values/arbitraries/valid-value.ts'
import type { Names } from '../../values/names.ts'
import { Dictionary } from './dictionary.ts'

type Wanted = Pick<ParameterDescriptor, 'name' | 'in' | 'schema'>

/** Values that are tried for one operation before it is left as it is. */
const MOST_TRIES = 6
/** Most values among these that the document itself shows. */
const MOST_DOCUMENTED = 3

/** Trial of one operation. */
interface Trial {
  turn: number
  isSettled: boolean
  /** Size of the dictionary when the values were chosen. */
  readonly knew: number
  readonly values: Map<string, readonly unknown[]>
  /** Parameters whose values are not the document's own. */
  readonly open: Set<string>
}

/**
 * Values for parameters that name no item of a resource: those that the document shows, those that answers
 * showed under such a name, and those that the schema allows, tried in turn until the operation answers with
 * success.
 */
export class Guesses {
  readonly dictionary = new Dictionary()
  readonly #document: DocumentDescriptor
  readonly #names: Names
  readonly #trials = new Map<string, Trial>()

  constructor(document: DocumentDescriptor, names: Names) {
    this.#document = document
    this.#names = names
  }

  /** The value that is its turn, or that was taken. @throws Unmakeable when the schema has none. */
  value({ operationId }: OperationDescriptor, wanted: Wanted): unknown {
    const trial = this.#trialOf(operationId)
    const key = keyOf(wanted)
    const values = trial.values.get(key) ?? this.#candidates(wanted, trial)
    trial.values.set(key, values)
    return values[trial.turn % values.length]
  }

  /** Goes on to the next values of an operation. @returns true if there are any. */
  next({ operationId }: OperationDescriptor): boolean {
    // The values that were tried, although answers may have shown more since.
    const trial = this.#trials.get(operationId) ?? this.#trialOf(operationId)
    const most = Math.max(0, ...[...trial.values.values()].map(({ length }) => length))
    const hasMore = !trial.isSettled && trial.turn + 1 < Math.min(most, MOST_TRIES)
    trial.turn = hasMore ? trial.turn + 1 : trial.isSettled ? trial.turn : 0
    return hasMore
  }

  /** The values of the last request were taken: they hold from now on. */
  settle({ operationId }: OperationDescriptor): void {
    const trial = this.#trials.get(operationId)
    if (trial !== undefined) trial.isSettled = true
  }

  /** True if values were made up for a parameter, and none was taken. */
  isOpen({ operationId }: OperationDescriptor, wanted: Wanted): boolean {
    const trial = this.#trials.get(operationId)
    return trial !== undefined && !trial.isSettled && trial.open.has(keyOf(wanted))
  }

  /** True if the document or an answer shows a value. */
  knows({ name, schema }: Wanted): boolean {
    const own = schemaIn(this.#document, schema)
    return documented(own).length > 0 || this.shown(name, own).length > 0
  }

  /** Source of a value that was guessed. */
  sourceOf({ schema }: Wanted, text: string): Source {
    const own = schemaIn(this.#document, schema)
    const shownBy = this.dictionary.shownBy(text)
    return documented(own).length > 0 ? 'document' : shownBy === undefined ? 'made' : [shownBy]
  }

  /** Values that answers showed for a member of a body, its schema allowing. */
  shown(name: string, schema: Schema): readonly unknown[] {
    return this.dictionary.find(name).flatMap((value) => fitting(value, schema))
  }

  /** Values are chosen anew if answers showed more since: a right one may be known now. */
  #trialOf(operationId: string): Trial {
    const known = this.#trials.get(operationId)
    const { size } = this.dictionary
    if (known !== undefined && (known.isSettled || known.turn > 0 || known.knew === size)) return known
    const trial = { turn: 0, isSettled: false, knew: size, values: new Map(), open: new Set<string>() }
    this.#trials.set(operationId, trial)
    return trial
  }

  #candidates(wanted: Wanted, trial: Trial): readonly unknown[] {
    const { name } = wanted
    const schema = schemaIn(this.#document, wanted.schema)
    const known = documented(schema)
    if (known.length > 0) return known
    trial.open.add(keyOf(wanted))
    const shown = this.shown(name, schema).slice(0, MOST_TRIES - 1)
    const made = validValue(withItems(schema), { names: this.#names, variant: 'example', hint: name })
    return [...shown, made]
  }
}

/** Values that the document shows. */
function documented(schema: Schema): readonly unknown[] {
  const { const: only, example, examples = [], enum: listed = [], default: usual } = schema.keywords
  const fits = [only, example, ...examples, ...listed, usual].filter(
    (value) =>
      value !== undefined &&
      value !== null &&
      // An empty list sends nothing.
      !(Array.isArray(value) && value.length === 0) &&
      schema.allows(value),
  )
  return [...new Set(fits)].slice(0, MOST_DOCUMENTED)
}

/** None or one: the value as the schema has it. */
function fitting(value: string | number | boolean, whole: Schema): readonly unknown[] {
  return foldSchema<readonly unknown[]>(whole, ({ schema, path }, of) => {
    const { types, items, mayBeNumber } = schema
    const hasItems = types.includes('array') && path.length < DEEPEST
    const asText = types.includes('string') ? [String(value)] : []
    const asNumber = mayBeNumber ? [Number(value)] : []
    const asList = hasItems ? of(items, EACH).map((item) => [item]) : []
    const forms = types.length === 0 ? [value] : [...asText, ...asNumber, ...asList]
    return forms.filter((form) => !Number.isNaN(form) && schema.allows(form)).slice(0, 1)
  })
}

/** Lists within lists. */
const DEEPEST = 4

/** An empty list sends nothing: one of a single item tells something. */
function withItems(schema: Schema): Schema {
  const { default: usual, ...keywords } = schema.keywords
  const isEmpty = Array.isArray(usual) && usual.length === 0
  return isEmpty && keywords.maxItems !== 0 ? schema.beside({ minItems: 1, ...keywords }) : schema
}

function keyOf({ in: location, name }: Wanted): string {
  return `${location} ${name}`
}
