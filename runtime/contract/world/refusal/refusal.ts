import {
  mayRefuseFor,
  type OperationDescriptor,
  type RefusalSubject,
  refusalCertainty,
  refusesFor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import {
  type Answer,
  isAbsence,
  isObjection,
  isToldFailure,
  meantStatus,
} from '../../data/exchange/answer.ts'
import { uniqueTexts } from '../../data/exchange/texts.ts'
import {
  isIdentifyingName,
  lowerWordsOf,
  missingNamesTold,
  type NamedSubject,
  type Objection,
  objectionsTold,
  subjectsNamed,
  type Told,
} from '../../lexicon/lexicon.ts'
import { type Fault, faultPlaceNames, isSameFaultSpelling, type MemberPath, refusalFaults } from './faults.ts'
import { faultPathsNamed, innermostFaults } from './member-paths.ts'

/**
 * Certainty of a refusal's subject. `known`: the status determines it. `stated`: the response's pointers and
 * words, or the document's words for the status, say so. `likely`: it is mentioned, or nothing excludes it.
 */
export type RefusalCertainty = 'known' | 'stated' | 'likely'

/** A property that a refusal concerns. */
export interface RefusedMember {
  readonly path: MemberPath
  readonly told: Told
  readonly certainty: Exclude<RefusalCertainty, 'known'>
}

/** Paths of properties in a sentence: "data.id", "data/id". */
const WRITTEN_PATH = /[\w$-]+(?:[./][\w$-]+)+/g
/** Words of refusals that limit the length of a text. */
const OF_LENGTH = /\b(?:long|length|characters?|chars?)\b/i
/** Maximum number of words for a kind of item. */
const MOST_OF_KIND = 2
/** Number of characters after a property's name that are searched for an objection to it. */
const NEAR = 200

/** Subjects that a response's words can state although its status does not. */
const IN_WORDS: readonly RefusalSubject[] = ['conflict', 'state', 'protocol'] satisfies NamedSubject[]

/**
 * The subjects of a refusal, judging by its status, pointers and words, and by the document's words.
 * @see RFC 9110, 15.5
 */
export class Refusal {
  readonly #answer: Pick<Answer, 'status' | 'value' | 'text'>
  readonly #operation: Pick<OperationDescriptor, 'refusals'>
  #faults: readonly Fault[] | undefined

  /** @param operation The request's operation; absent if only the response itself matters. */
  constructor(
    answer: Pick<Answer, 'status' | 'value' | 'text'>,
    operation: Pick<OperationDescriptor, 'refusals'> = {},
  ) {
    this.#answer = answer
    this.#operation = operation
  }

  /**
   * Returns how certain it is that the refusal concerns a subject; `undefined` if it concerns other subjects.
   */
  certaintyOf(subject: RefusalSubject): RefusalCertainty | undefined {
    const { text } = this.#answer
    const status = meantStatus(this.#answer)
    if (refusesFor(status, subject)) return 'known'
    const isInWords = IN_WORDS.includes(subject) || isToldFailure(this.#answer)
    const isOpen = isInWords && mayRefuseFor(status, 'content')
    if (isOpen && [...subjectsNamed(text)].some((named) => named === subject)) return 'stated'
    if (subject === 'content' && isObjection(this.#answer)) return 'likely'
    const certainty = refusalCertainty(this.#operation, status, subject)
    return certainty && (certainty === 'surely' ? 'stated' : 'likely')
  }

  #read(): readonly Fault[] {
    this.#faults ??= refusalFaults(this.#answer)
    return this.#faults
  }

  /** True if the status, the response's words or the document's words state one of these subjects. */
  isAbout(...subjects: readonly RefusalSubject[]): boolean {
    return subjects.some((subject) => ['known', 'stated'].includes(this.certaintyOf(subject) ?? ''))
  }

  /** True if the refusal can concern one of these subjects. */
  mayBeAbout(...subjects: readonly RefusalSubject[]): boolean {
    return subjects.some((subject) => this.certaintyOf(subject) !== undefined)
  }

  /** True if it is possible that the server does not know or understand a name in the request. */
  mayBeAboutNames(): boolean {
    return this.isAbout('absence') || this.mayBeAbout('content')
  }

  /** True if the refusal's words express one of these objections, to any property. */
  objectsTo(...kinds: readonly Objection[]): boolean {
    const { kinds: all } = objectionsTold(this.#answer.text)
    return kinds.some((kind) => all.has(kind))
  }

  /** Returns the innermost of the given properties, at any depth, that the refusal concerns. */
  membersOf(known: readonly MemberPath[]): readonly RefusedMember[] {
    const faults = this.#read()
    const statedBy = (some: readonly Fault[]): readonly RefusedMember[] =>
      some.flatMap(({ names, words }) =>
        faultPathsNamed(names, known).map(
          (path): RefusedMember => ({ path, told: objectionsTold(words), certainty: 'stated' }),
        ),
      )
    // If pointers name properties, keys of the same name belong to the response: "details": {"kind": …}
    const pointed = statedBy(faults.filter(({ isPointed }) => isPointed === true))
    const stated = pointed.length > 0 ? pointed : statedBy(faults)
    if (stated.length > 0) return innermostFaults(stated)
    const written = this.#mentions(WRITTEN_PATH, (way) =>
      faultPathsNamed(faultPlaceNames(way), known).filter(({ length }) => length > 1),
    )
    if (written.length > 0) return innermostFaults(written)
    const leading = this.#mentions(/^[\w$-]+(?:\.[\w$-]+)+/g, (way) => {
      const last = way.slice(way.lastIndexOf('.') + 1)
      return known.filter(([name = '', ...deeper]) => deeper.length === 0 && isSameFaultSpelling(last, name))
    })
    if (leading.some(({ told }) => told.kinds.size > 0)) return leading
    const named = innermostFaults(this.#mentioned(known.filter(({ length }) => length === 1)))
    return named.length > 0 ? named : this.#quotedInParts(known)
  }

  /** Returns properties in parts of the body whose names the refusal quotes, if no two share it. */
  #quotedInParts(known: readonly MemberPath[]): readonly RefusedMember[] {
    return this.#mentions(/(?<=["'`])[\w$-]+(?=["'`])/g, (word) => {
      const [path, ...others] = known.filter((one) => one.length > 1 && one.at(-1) === word)
      return path === undefined || others.length > 0 ? [] : [path]
    })
  }

  /** Returns the locations in the refusal's properties for pointers. */
  pointers(): readonly Pick<Fault, 'names' | 'isFromTop'>[] {
    return this.#read().filter(({ isPointed }) => isPointed === true)
  }

  /** Returns the given paths, at any depth, that the refusal's pointers name. */
  pointedOf(known: readonly MemberPath[]): readonly MemberPath[] {
    return this.pointers().flatMap(({ names }) => faultPathsNamed(names, known))
  }

  /**
   * Returns the body properties whose strings the refusal quotes as already in use, as invalid, or as names
   * of nothing, such as a template. An invalid string must be unique to the request, because a message can
   * quote other short texts. References to items are excluded, because these can be created.
   */
  quotedOf(known: readonly MemberPath[], body: unknown): readonly RefusedMember[] {
    const isOfName = this.objectsTo('not unique', 'spelling')
    const isOfNothing = !isOfName && !this.objectsTo('format', 'type')
    if (isOfNothing && !this.objectsTo('reference missing')) return []
    const { text } = this.#answer
    const unique = new Set(uniqueTexts(body))
    // Some servers capitalise names in their messages.
    const words = new Set(text.toLowerCase().match(/[\w$-]+/g))
    const isQuoted = (value: unknown) => {
      if (typeof value !== 'string') return false
      const isWord = words.has(value.toLowerCase())
      return unique.has(value) ? isWord || text.includes(value) : isOfName && isWord
    }
    return known
      .filter((path) => !isOfNothing || !isIdentifyingName(path.at(-1) ?? ''))
      .filter((path) => valuesAtFault(body, path).some(isQuoted))
      .map((path) => ({ path, told: objectionsTold(text), certainty: 'stated' }))
  }

  /**
   * Returns the only body property whose unique string the refusal quotes; empty if there are others. Its
   * words need state no fault: "Cannot read 'path-7'".
   */
  onlyQuotedOf(known: readonly MemberPath[], body: unknown): readonly RefusedMember[] {
    const { text } = this.#answer
    const quoted = new Set([...uniqueTexts(body)].filter((value) => text.includes(value)))
    const [path, ...others] = known.filter((each) =>
      valuesAtFault(body, each).some((value) => typeof value === 'string' && quoted.has(value)),
    )
    if (path === undefined || others.length > 0 || isIdentifyingName(path.at(-1) ?? '')) return []
    return [{ path, told: objectionsTold(text), certainty: 'likely' }]
  }

  /** Returns the body properties whose strings have more characters than the refusal allows. */
  tooLongOf(known: readonly MemberPath[], body: unknown): readonly RefusedMember[] {
    const told = objectionsTold(this.#answer.text)
    const { most, kinds } = told
    if (most === undefined || !kinds.has('bounds') || !OF_LENGTH.test(this.#answer.text)) return []
    const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > most
    return known
      .filter((path) => valuesAtFault(body, path).some(isLong))
      .map((path) => ({ path, told, certainty: 'likely' }))
  }

  /**
   * True if a reference in the body refers to nothing: the refusal concerns something absent, and quotes an
   * id from the body.
   */
  missesReferenceOf(body: unknown): boolean {
    const { text } = this.#answer
    const isOfAbsence = isAbsence(this.#answer) || this.objectsTo('reference missing')
    return isOfAbsence && [...uniqueTexts(body)].some((id) => text.includes(id))
  }

  /**
   * Returns the body properties that refer to nothing, according to the refusal: those that it concerns or,
   * if there are none, those whose strings it quotes.
   */
  absentOf(names: Iterable<string>, body: unknown): ReadonlySet<string> {
    if (!this.objectsTo('reference missing')) return new Set()
    const known = [...names]
    const named = this.namesOf(known)
    const sent = isObject(body) ? body : {}
    const isQuoted = (name: string) =>
      [...uniqueTexts(sent[name])].some((text) => this.#answer.text.includes(text))
    return named.size > 0 ? named : new Set(known.filter(isQuoted))
  }

  /**
   * Returns the words directly before a text of the body that the refusal quotes, from the last three to the
   * last one: "source vertex label" and "label" for "Invalid source vertex label 'a'".
   */
  kindsQuoted(value: unknown): readonly string[] {
    const { text } = this.#answer
    return [...uniqueTexts(value)].flatMap((quoted) => {
      const [before = '', behind] = text.split(quoted, 2)
      const [phrase] = /[a-z]+(?: [a-z]+)*(?=:? ?[[("'`\\]+$)/i.exec(before) ?? []
      const words = behind === undefined || phrase === undefined ? [] : phrase.toLowerCase().split(' ')
      return [3, 2, 1].filter((count) => count <= words.length).map((count) => words.slice(-count).join(' '))
    })
  }

  /**
   * Returns the kind of item whose id a parameter is, if the refusal says so: "vertex" for "source" in "The
   * source vertex id can't be null".
   */
  kindsBehind(name: string): readonly string[] {
    const words = this.#answer.text.toLowerCase().split(/[^a-z\d_-]+/)
    const at = words.indexOf(name.toLowerCase())
    const end = at === -1 ? -1 : words.indexOf('id', at)
    const kind = end - at > MOST_OF_KIND + 1 ? [] : words.slice(at + 1, end)
    return kind.map((_, from) => kind.slice(from).join(' '))
  }

  /**
   * Returns the names of top-level body properties that are required, judging by the refusal's pointers and
   * keys or, if there are none, by the names that standard messages quote.
   */
  required(): readonly string[] {
    const stated = this.membersTold('required')
    return stated.length > 0 ? stated : this.missing()
  }

  /** Returns the names that standard messages quote as missing, at any depth. */
  missing(): readonly string[] {
    return [...new Set(missingNamesTold(this.#answer.text))]
  }

  /** Returns the names of top-level body properties that have a fault, judging by pointers and keys. */
  membersTold(kind: Objection): readonly string[] {
    const stated = this.#read().flatMap(({ names, words, isPointed, isKeyOfWords }) => {
      const [name, ...deeper] = names[0] === 'body' ? names.slice(1) : names
      const isMember = name !== undefined && deeper.length === 0 && (isPointed ?? isKeyOfWords) === true
      return isMember && objectionsTold(words).kinds.has(kind) ? [name] : []
    })
    return [...new Set(stated)]
  }

  /**
   * Returns the given names that the refusal concerns, judging by its pointers and keys or, if there are
   * none, by its words.
   */
  namesOf(names: Iterable<string>): ReadonlySet<string> {
    const known = [...names]
    const pointed = known.filter((name) =>
      this.#read().some((fault) => fault.names.some((step) => isSameFaultSpelling(step, name))),
    )
    if (pointed.length > 0) return new Set(pointed)
    return new Set(this.#mentioned(known.map((name) => [name])).flatMap(({ path }) => path))
  }

  /**
   * Returns the given names that the refusal concerns; empty if it concerns all of them, because it then
   * singles out none.
   */
  blamedOf(names: readonly string[]): ReadonlySet<string> {
    const named = this.namesOf(names)
    return named.size < names.length ? named : new Set()
  }

  /**
   * Finds single names among the words of a sentence, in the same spelling or, if there are none, in another
   * one, such as "Email" for "email", or in several words, such as "base type" for "base_type".
   */
  #mentioned(known: readonly MemberPath[]): readonly RefusedMember[] {
    const exact = this.#mentions(/[\w$-]+/g, (word) => known.filter(([name]) => name === word))
    if (exact.length > 0) return exact
    const inAnother = (word: string) => known.filter(([name = '']) => isSameFaultSpelling(word, name))
    const spelled = this.#mentions(/[\w$-]+/g, inAnother)
    const phrases = known.map(([name = '']) => lowerWordsOf(name)).filter(({ length }) => length > 1)
    if (spelled.length > 0 || phrases.length === 0) return spelled
    const written = phrases.map((words) => words.join(' ')).join('|')
    return this.#mentions(new RegExp(`\\b(?:${written})\\b`, 'gi'), inAnother)
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
        // Only the first mention of a property counts.
        const distinct = [
          ...new Map(found.toReversed().map((one) => [one.path.join('\n'), one])).values(),
        ].toReversed()
        const isAlone = distinct.length === 1 && words.length <= NEAR
        return distinct.map(({ path, before, behind }): RefusedMember => {
          // The name itself is left out: a word such as "required" in it is not an objection.
          const [near = ''] = behind.slice(0, NEAR).split(/;|\.\s|\n/)
          return { path, told: objectionsTold(isAlone ? `${before} ${behind}` : near), certainty: 'likely' }
        })
      })
  }
}

/** Returns a body's values at a path. If the body contains a list, each of its items can have a value. */
export function valuesAtFault(value: unknown, path: MemberPath): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAtFault(item, path))
  const [name, ...below] = path
  if (name === undefined) return [value]
  return isObject(value) && Object.hasOwn(value, name) ? valuesAtFault(value[name], below) : []
}
