import {
  mayRefuseFor,
  type OperationDescriptor,
  type RefusalSubject,
  refusalCertainty,
  refusesFor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../data/exchange/answer.ts'
import { uniqueTexts } from '../../data/exchange/texts.ts'
import {
  type NamedSubject,
  type Objection,
  objectionsTold,
  subjectsNamed,
  type Told,
} from '../../lexicon/lexicon.ts'
import { type Fault, isSameSpelling, type MemberPath, namesInPlace, refusalFaults } from './faults.ts'
import { innermostNamed, pathsNamed } from './member-paths.ts'

/**
 * `known` from the status, `stated` by pointers and words of the answer or by the document's words for the
 * status, `likely` if nothing excludes it or by a mention.
 */
export type Certainty = 'known' | 'stated' | 'likely'

/** A member that a refusal is about. */
export interface RefusedMember {
  readonly path: MemberPath
  readonly told: Told
  readonly certainty: Exclude<Certainty, 'known'>
}

/** Paths to a member in a sentence: "data.id", "data/id". */
const WRITTEN_PATH = /[\w$-]+(?:[./][\w$-]+)+/g
/** Number of characters after a member's name that may be about it. */
const NEAR = 200

/** Subjects that an answer's words may have although its status has not. */
const IN_WORDS: readonly RefusalSubject[] = ['conflict', 'state'] satisfies NamedSubject[]

/**
 * The subjects of a refusal: by its status, its pointers, its words and those of the document. @see RFC 9110,
 * 15.5
 */
export class Refusal {
  readonly #answer: Pick<Answer, 'status' | 'value' | 'text'>
  readonly #operation: Pick<OperationDescriptor, 'refusals'>
  #faults: readonly Fault[] | undefined

  /** @param operation The operation of the request; absent if only the answer's own words matter. */
  constructor(
    answer: Pick<Answer, 'status' | 'value' | 'text'>,
    operation: Pick<OperationDescriptor, 'refusals'> = {},
  ) {
    this.#answer = answer
    this.#operation = operation
  }

  /** Certainty that the refusal is about a subject; `undefined` if it is about others. */
  certaintyOf(subject: RefusalSubject): Certainty | undefined {
    const { status, text } = this.#answer
    if (refusesFor(status, subject)) return 'known'
    const isOpen = IN_WORDS.includes(subject) && mayRefuseFor(status, 'content')
    if (isOpen && [...subjectsNamed(text)].some((named) => named === subject)) return 'stated'
    const certainty = refusalCertainty(this.#operation, status, subject)
    return certainty && (certainty === 'surely' ? 'stated' : 'likely')
  }

  #read(): readonly Fault[] {
    this.#faults ??= refusalFaults(this.#answer)
    return this.#faults
  }

  /** True if the status or the answer's own words state one of these subjects. */
  isAbout(...subjects: readonly RefusalSubject[]): boolean {
    return subjects.some((subject) => ['known', 'stated'].includes(this.certaintyOf(subject) ?? ''))
  }

  /** True if it may be about one of these subjects. */
  mayBeAbout(...subjects: readonly RefusalSubject[]): boolean {
    return subjects.some((subject) => this.certaintyOf(subject) !== undefined)
  }

  /** True if the server may not know or understand a name in the request. */
  mayBeAboutNames(): boolean {
    return this.isAbout('absence') || this.mayBeAbout('content')
  }

  /** True if its words have one of these objections, to any member. */
  objectsTo(...kinds: readonly Objection[]): boolean {
    const { kinds: all } = objectionsTold(this.#answer.text)
    return kinds.some((kind) => all.has(kind))
  }

  /** The members at any depth that it is about, among the given paths: the innermost ones. */
  membersOf(known: readonly MemberPath[]): readonly RefusedMember[] {
    const stated = this.#read().flatMap(({ names, words }) =>
      pathsNamed(names, known).map(
        (path): RefusedMember => ({ path, told: objectionsTold(words), certainty: 'stated' }),
      ),
    )
    if (stated.length > 0) return innermostNamed(stated)
    const written = this.#mentions(WRITTEN_PATH, (way) =>
      pathsNamed(namesInPlace(way), known).filter(({ length }) => length > 1),
    )
    if (written.length > 0) return innermostNamed(written)
    return innermostNamed(this.#mentioned(known.filter(({ length }) => length === 1)))
  }

  /** The members at any depth that its pointers name, among the given paths. */
  pointedOf(known: readonly MemberPath[]): readonly MemberPath[] {
    return this.#read()
      .filter(({ isPointed }) => isPointed === true)
      .flatMap(({ names }) => pathsNamed(names, known))
  }

  /** The members of a body whose texts it quotes as taken, or as no valid name. */
  quotedOf(known: readonly MemberPath[], body: unknown): readonly RefusedMember[] {
    if (!this.objectsTo('not unique', 'spelling')) return []
    const { text } = this.#answer
    // Some servers capitalise names in their messages.
    const words = new Set(text.toLowerCase().match(/[\w$-]+/g))
    const isQuoted = (value: unknown) => typeof value === 'string' && words.has(value.toLowerCase())
    return known
      .filter((path) => valuesAt(body, path).some(isQuoted))
      .map((path) => ({ path, told: objectionsTold(text), certainty: 'stated' }))
  }

  /** True if it says that a reference in the body names nothing: it quotes an id of the body. */
  missesReferenceOf(body: unknown): boolean {
    const { status, text } = this.#answer
    const isOfAbsence = refusesFor(status, 'absence') || this.objectsTo('reference missing')
    return isOfAbsence && [...uniqueTexts(body)].some((id) => text.includes(id))
  }

  /** The members of a body that, by its words, name nothing: it is about them, or it quotes their texts. */
  absentOf(names: Iterable<string>, body: unknown): ReadonlySet<string> {
    if (!this.objectsTo('reference missing')) return new Set()
    const known = [...names]
    const named = this.namesOf(known)
    const sent = isObject(body) ? body : {}
    const isQuoted = (name: string) =>
      [...uniqueTexts(sent[name])].some((text) => this.#answer.text.includes(text))
    return named.size > 0 ? named : new Set(known.filter(isQuoted))
  }

  /** The given names that it is about: by its pointers and keys, or else by its words. */
  namesOf(names: Iterable<string>): ReadonlySet<string> {
    const known = [...names]
    const pointed = known.filter((name) =>
      this.#read().some((fault) => fault.names.some((step) => isSameSpelling(step, name))),
    )
    if (pointed.length > 0) return new Set(pointed)
    return new Set(this.#mentioned(known.map((name) => [name])).flatMap(({ path }) => path))
  }

  /**
   * The given names that it is about, if not all: without them, the rest has better chances than each alone.
   */
  blamedOf(names: readonly string[]): ReadonlySet<string> {
    const named = this.namesOf(names)
    return named.size < names.length ? named : new Set()
  }

  /** Single names that are words of a sentence: spelled alike, or else in another case. */
  #mentioned(known: readonly MemberPath[]): readonly RefusedMember[] {
    const exact = this.#mentions(/[\w$-]+/g, (word) => known.filter(([name]) => name === word))
    if (exact.length > 0) return exact
    return this.#mentions(/[\w$-]+/g, (word) => known.filter(([name = '']) => isSameSpelling(word, name)))
  }

  #mentions(written: RegExp, pathsOf: (text: string) => readonly MemberPath[]): readonly RefusedMember[] {
    return this.#read()
      .filter(({ names }) => names.length === 0)
      .flatMap(({ words }) => {
        const found = [...words.matchAll(written)].flatMap(({ 0: way, index }) =>
          pathsOf(way).map((path) => ({
            path,
            before: words.slice(0, index),
            behind: words.slice(index + way.length),
          })),
        )
        // The first mention of a member counts.
        const distinct = [
          ...new Map(found.toReversed().map((one) => [one.path.join('\n'), one])).values(),
        ].toReversed()
        const isAlone = distinct.length === 1 && words.length <= NEAR
        return distinct.map(({ path, before, behind }): RefusedMember => {
          // The name of a member tells nothing about its correct value.
          const [near = ''] = behind.slice(0, NEAR).split(/;|\.\s|\n/)
          return { path, told: objectionsTold(isAlone ? `${before} ${behind}` : near), certainty: 'likely' }
        })
      })
  }
}

/** Values of a body at a path; in its lists each item may have one. */
export function valuesAt(value: unknown, path: MemberPath): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...below] = path
  if (name === undefined) return [value]
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], below) : []
}
