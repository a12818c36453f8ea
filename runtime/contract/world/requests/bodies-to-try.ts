import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { bestContentOfBody } from '../../data/document/json-body.ts'
import { membersThatMayRefer } from '../../data/document/reference.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { otherItemNamesIn, texts } from '../../lexicon/lexicon.ts'
import { madeValue } from '../values/arbitraries/made-value.ts'
import { type Names, namesOfRun } from '../values/names.ts'
import { sampleValue } from '../values/sample.ts'
import type { Variant } from '../values/sample-options.ts'
import { Unmakeable } from '../values/unmakeable.ts'
import type { BodyCandidate } from './bodies/body-candidate.ts'
import { BodyCandidates } from './bodies/body-candidates.ts'
import { BodySearch } from './bodies/body-search.ts'
import { leanBodies } from './bodies/lean-bodies.ts'
import type { Guesses } from './dictionary/guesses.ts'
import { identifierMembers } from './members/identifier-members.ts'

/** Maximum number of a body's examples to try. */
const MOST_SHOWN = 3
/** Maximum number of bodies with values from responses to try. */
const MOST_WORDED = 3
/** Maximum number of bodies to try in which a property has an unusual kind of value. */
const MOST_ALTERNATIVES = 3
/** Maximum number of bodies to try in which a property has another listed value. */
const MOST_LISTED = 6

/** Bodies to try for an operation, from the document and from bodies that were accepted. */
export class BodiesToTry {
  readonly #document: DocumentDescriptor
  readonly #names: Names
  readonly #guesses: Guesses
  readonly #candidates = new Map<string, BodyCandidates>()
  readonly #distinct = new Map<string, readonly BodyCandidate[]>()
  /** Names in a create's examples that items had before the run, by operationId. */
  readonly #taken = new Map<string, ReadonlySet<unknown>>()

  constructor(
    document: DocumentDescriptor,
    { names, guesses }: { readonly names: Names; readonly guesses: Guesses },
  ) {
    this.#document = document
    this.#names = names
    this.#guesses = guesses
  }

  /**
   * Returns the usual bodies to try, best first. An action starts with the smallest possible body, because it
   * might do more with more properties, and an invented body might request the opposite. So does a list,
   * because each property might be a filter that hides items.
   */
  inOrder(operation: OperationDescriptor): readonly BodyCandidate[] {
    const body = operation.requestBody
    if (body === undefined) return ['empty']
    if (this.#taken.has(operation.operationId)) return ['full', 'required']
    const filled = this.#filled(operation)
    const { role } = operation.resource ?? {}
    const isLeastFirst = role === 'action' || role === 'list'
    const all = isLeastFirst ? ([body.required ? 'brief' : 'empty', ...filled] as const) : filled
    const known = this.known(operation)
    // One body is enough for a create that has accepted no body of any kind.
    return role === 'create' && known.isHopeless ? all.slice(0, 1) : known.inOrder(all)
  }

  /**
   * Excludes a create's examples if they name one of these items, which existed before the run. The server
   * might change that item instead of creating one.
   */
  excludeExamplesOf(items: readonly unknown[], create: OperationDescriptor): void {
    const shown = this.#shown(create).map(({ value }) => value)
    const names = new Set([...shown, this.#sample(create, 'example')].flatMap(otherItemNamesIn))
    const taken = items.flatMap(otherItemNamesIn).filter((name) => names.has(name))
    if (taken.length > 0)
      this.#taken.set(create.operationId, new Set([...(this.#taken.get(create.operationId) ?? []), ...taken]))
  }

  /** True if a create's body names an item that existed before the run. */
  namesExisting({ operation, body }: Pick<RequestPlan, 'operation' | 'body'>): boolean {
    const taken = this.#taken.get(operation.operationId)
    return taken !== undefined && otherItemNamesIn(body?.value).some((name) => taken.has(name))
  }

  /**
   * Returns only distinct bodies. Without examples in the document, several variants can result in the same
   * body, which would be sent again after a rejection.
   */
  #filled(operation: OperationDescriptor): readonly BodyCandidate[] {
    const known = this.#distinct.get(operation.operationId)
    if (known !== undefined) return known
    const seen = new Set<string>()
    const filled = [...this.#shown(operation), 'example', 'full', 'required'] as const
    const distinct = filled.filter((candidate) => {
      const text =
        typeof candidate === 'object' ? JSON.stringify(candidate.value) : this.#trial(operation, candidate)
      return !seen.has(text) && seen.add(text)
    })
    this.#distinct.set(operation.operationId, distinct)
    return distinct
  }

  /** Returns examples of the whole body that match its schema. */
  #shown(operation: OperationDescriptor) {
    const { examples = [], schema } = bestContentOfBody(operation) ?? {}
    return examples
      .filter((value) => schemaIn(this.#document, schema).allows(value))
      .slice(0, MOST_SHOWN)
      .map((value) => ({ kind: 'shown', value }) as const)
  }

  /**
   * Builds a body with the same names in every variant, for comparison. If a body cannot be built, returns
   * the variant's name instead, so that the variant is kept and the attempt to send it reports the reason.
   */
  #trial(operation: OperationDescriptor, variant: Variant): string {
    return JSON.stringify(this.#sample(operation, variant)) ?? variant
  }

  /** Returns a body with the same names in every variant; `undefined` if it cannot be built. */
  #sample(operation: OperationDescriptor, variant: Variant): unknown {
    const options = { names: namesOfRun('trial'), variant, hint: 'body' }
    try {
      return sampleValue(schemaIn(this.#document, bestContentOfBody(operation)?.schema), options)
    } catch (error) {
      if (error instanceof Unmakeable) return undefined
      throw error
    }
  }

  /** Returns the bodies that the operation is known to accept or reject. */
  known({ operationId }: OperationDescriptor): BodyCandidates {
    const candidates = this.#candidates.get(operationId) ?? new BodyCandidates()
    this.#candidates.set(operationId, candidates)
    return candidates
  }

  /** Creates the search for a body that the operation accepts. @param only The only bodies to try. */
  search(operation: OperationDescriptor, only?: readonly BodyCandidate[]): BodySearch {
    return new BodySearch(
      only === undefined
        ? {
            usual: this.inOrder(operation),
            leaner: () => this.#leaner(operation),
            others: () => [...this.#alternatives(operation), ...this.worded(operation)],
            listed: (names) => this.#listed(operation, names),
          }
        : { usual: only },
    )
  }

  /** Notes an accepted body, with which the next request starts. */
  accept(operation: OperationDescriptor, candidate: BodyCandidate): void {
    this.known(operation).accept(candidate)
  }

  /**
   * Returns bodies with fewer properties than the full one. Properties that servers fill in themselves are
   * omitted first. Empty once the operation has rejected too many bodies.
   */
  #leaner(operation: OperationDescriptor): readonly BodyCandidate[] {
    const { properties, required } = this.#bodyOf(operation)
    const optional = [...properties].filter(([name]) => !required.has(name))
    return optional.length === 0 ? [] : leanBodies(new Map(optional))
  }

  /**
   * Returns full bodies in which properties have values that responses showed under the same names. The
   * bodies refer to another user's item only if the document requires it.
   */
  worded(operation: OperationDescriptor): readonly BodyCandidate[] {
    const { properties, required } = this.#bodyOf(operation)
    const references = membersThatMayRefer(operation, this.#document).filter((name) => !required.has(name))
    const left = new Set([...identifierMembers(operation, this.#document), ...references])
    const shown = [...properties]
      .filter(([name]) => !left.has(name) && !texts.own.has(name))
      .map(([name, member]) => [name, this.#guesses.shown(name, member)] as const)
      .filter(([, values]) => values.length > 0)
    const most = Math.min(MOST_WORDED, Math.max(0, ...shown.map(([, { length }]) => length)))
    return Array.from({ length: most }, (_, turn) => ({
      kind: 'worded',
      values: Object.fromEntries(shown.map(([name, values]) => [name, values[turn % values.length]])),
    }))
  }

  /** The values that responses have shown for the properties of the body, as text. */
  shownFor(operation: OperationDescriptor): string {
    return JSON.stringify(this.worded(operation))
  }

  /**
   * Returns full bodies in which one required property has another listed value than the first, because a
   * server may be unable to do all that its document lists.
   * @param names The properties that a refusal names; if empty, any property may be at fault.
   */
  #listed(operation: OperationDescriptor, names: ReadonlySet<string>): readonly BodyCandidate[] {
    const { properties, required } = this.#bodyOf(operation)
    return [...properties]
      .filter(([name]) => required.has(name) && (names.size === 0 || names.has(name)))
      .flatMap(([name, { keywords }]) =>
        (keywords.enum ?? [])
          .slice(1)
          .map((value): BodyCandidate => ({ kind: 'worded', values: { [name]: value } })),
      )
      .slice(0, MOST_LISTED)
  }

  /**
   * Returns full bodies in which one property has an unusual kind of value, if its schema allows several
   * kinds, because some servers accept only one kind.
   */
  #alternatives(operation: OperationDescriptor): readonly BodyCandidate[] {
    return [...this.#bodyOf(operation).properties]
      .flatMap(([name, member]) => member.alternatives.slice(1).map((branch) => [name, branch] as const))
      .filter(([, branch]) => branch.properties.size > 0)
      .slice(0, MOST_ALTERNATIVES)
      .map(([name, branch]) => ({
        kind: 'worded',
        values: {
          [name]: madeValue(branch, { names: this.#names, variant: 'full', hint: name }),
        },
      }))
  }

  /** The schema of an operation's body; one without properties if no more bodies are tried. */
  #bodyOf(operation: OperationDescriptor): Schema {
    const { isOpen } = this.known(operation)
    return schemaIn(this.#document, isOpen ? bestContentOfBody(operation)?.schema : undefined)
  }
}
