import { STATUS_CODES } from 'node:http'
import type { ObservedSubject, Sighting, TrafficObservation } from '@concordat/contract/passive'
import { isJson, isTextMediaType } from '@concordat/runtime/http'
import { AlikeBodies } from './alike-bodies.ts'
import { applyEdits } from './apply-edits.ts'
import type { DifferenceShown, RepairCertainty, SideAtFault, TrafficDifference } from './difference.ts'
import { removingEdits, settingEdits } from './edit.ts'
import { exampleSeen } from './example.ts'
import {
  addingMemberEdits,
  isKeptToRequests,
  isOpenMapSeen,
  keptToRequests,
  type Repair,
  repairCertainty,
  repairOfMisfit,
} from './misfit.ts'
import { editPlaceAt } from './place.ts'
import { type RepairWords, schemaSeen } from './schema-of.ts'

/** If at least this many requests contain an undocumented value, the document is considered wrong. */
const ENOUGH_REQUESTS = 3

/** Context of creating differences. */
export interface DifferenceContext {
  /** The bundled document. */
  readonly document: unknown
  readonly words: RepairWords
  /** The document's security schemes, by name. */
  readonly securitySchemes: Readonly<
    Record<string, { readonly type: string; readonly scheme?: string | undefined }>
  >
  /**
   * Returns the document's pointer to the named schema to which a reference in the model, such as
   * "#/$defs/Pet", refers.
   */
  pointerOf(reference: string): string
  /** Number of responses, by operation and status. */
  readonly answers: ReadonlyMap<string, number>
  /** Schemas that new statuses share. */
  readonly alike: AlikeBodies
}

/** A difference, and the observation that reveals it. */
export interface FoundDifferences {
  readonly difference: TrafficDifference
  readonly observation: TrafficObservation
}

/**
 * The differences that observations reveal, in order. Each difference applies to the document as edited by
 * the earlier ones.
 * @param isTaken returns true if a difference's edits should be applied.
 */
export function differencesObserved(
  observations: Iterable<TrafficObservation>,
  { document: written, ...rest }: Omit<DifferenceContext, 'alike'>,
  isTaken: (difference: TrafficDifference) => boolean,
): readonly FoundDifferences[] {
  const document = structuredClone(written)
  const all = [...observations]
  const context = { document, ...rest, alike: new AlikeBodies(all, { document, words: rest.words }) }
  const unnamed = Map.groupBy(all, ({ subject }) => (isUnnamed(subject) ? subject.clause : ''))
  const found = (
    observation: TrafficObservation,
    context: DifferenceContext,
  ): readonly TrafficDifference[] => {
    const { subject } = observation
    const beside = isUnnamed(subject) ? (unnamed.get(subject.clause) ?? []) : []
    const isOfMap = isOpenMapSeen(
      new Map(
        beside.flatMap(({ subject: { ...own }, seen }) =>
          'name' in own && own.name !== undefined && seen ? [[own.name, seen]] : [],
        ),
      ),
    )
    if (!isOfMap || !isUnnamed(subject)) return differenceOf(observation, context)
    // If several observed names belong to the same map, the first one reports the difference for all of them.
    return beside[0] === observation ? ofMap(observation, subject, context) : []
  }
  return all.flatMap((observation) => {
    const differences = found(observation, context).filter(
      // A difference with edits for the original document but none for the edited one is dropped, because an
      // earlier difference already covers it.
      ({ edits }) =>
        edits.length > 0 ||
        found(observation, { ...context, document: written }).every((each) => each.edits.length === 0),
    )
    for (const difference of differences) if (isTaken(difference)) applyEdits(document, difference.edits)
    return differences.map((difference) => ({ difference, observation }))
  })
}

function isUnnamed(subject: ObservedSubject): subject is Extract<
  ObservedSubject,
  { readonly kind: 'unnamed member' | 'misfit' }
> & {
  readonly name: string
} {
  return (
    (subject.kind === 'unnamed member' ||
      (subject.kind === 'misfit' && /^(additional|unevaluated)Properties$/.test(subject.keyword))) &&
    subject.name !== undefined
  )
}

function ofMap(
  observation: TrafficObservation,
  { clause }: { readonly clause: string },
  context: DifferenceContext,
): TrafficDifference[] {
  const place = editPlaceAt(context.document, clause)
  const keyword = ['additionalProperties', 'unevaluatedProperties'].find(
    (name) => place?.node[name] === false,
  )
  return [
    made(observation, context, {
      edits: place === undefined ? [] : settingEdits(place, { [keyword ?? 'additionalProperties']: true }),
      says: 'Many undocumented properties were seen, and their names look like data',
      certainty: 'likely',
      side: keyword === undefined ? 'question' : 'document',
    }),
  ]
}

function differenceOf(
  observation: TrafficObservation,
  context: DifferenceContext,
): readonly TrafficDifference[] {
  const { subject } = observation
  const repair = repairOfSubject(subject, { observation, context })
  return repair === undefined ? [] : [made(observation, context, repair)]
}

function made(
  observation: TrafficObservation,
  context: DifferenceContext,
  repair: Repair,
): TrafficDifference {
  const { subject } = observation
  const isOpen = repair.edits.length === 0
  return {
    kind: subject.kind,
    side: sideOf(observation, repair.side ?? (isOpen ? 'question' : 'document')),
    certainty: repair.certainty ?? 'certain',
    pointer: subject.clause,
    says: repair.says,
    evidence: shownBy(observation, context),
    edits: repair.edits,
  }
}

/**
 * The side to blame for an undocumented value from a client. Servers accept more values than they use, so the
 * document is wrong only if the server keeps the value or clients send it often.
 */
function sideOf({ subject, kept, evidence }: TrafficObservation, side: SideAtFault): SideAtFault {
  const isOfRequest = 'direction' in subject && subject.direction === 'request'
  if (side !== 'document' || !isOfRequest || kept > 0) return side
  return evidence.times >= ENOUGH_REQUESTS ? side : 'question'
}

function shownBy(
  { evidence, seen, subject }: TrafficObservation,
  { answers }: DifferenceContext,
): DifferenceShown {
  const of = [...evidence.among].reduce((sum, key) => sum + (answers.get(key) ?? 0), 0)
  const name = 'name' in subject ? subject.name : subject.clause.split('/').at(-1)
  const value = seen === undefined ? '' : `: ${cut(JSON.stringify(exampleSeen(seen, name)) ?? '')}`
  return {
    seen: Math.min(evidence.times, of || evidence.times),
    of: of || evidence.times,
    operations: Object.fromEntries(evidence.operations),
    example: evidence.example + value,
  }
}

/** Maximum length of a value in characters, so that it fits on one line. */
const LONGEST = 100

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

interface Given {
  readonly observation: TrafficObservation
  readonly context: DifferenceContext
}

type Of<Kind extends ObservedSubject['kind']> = Extract<ObservedSubject, { readonly kind: Kind }>
type Made = Repair | undefined

/** For each kind of subject, determines who is wrong and which edits make the document match the traffic. */
const BY_KIND: { readonly [Kind in ObservedSubject['kind']]: (subject: Of<Kind>, given: Given) => Made } = {
  misfit: ofMisfit,
  'unnamed member': ofMember,
  status: ofStatus,
  'media type': ofMediaType,
  'header missing': ({ clause }, { context }) =>
    notRequiredAt(clause, context, 'The header is required but was absent'),
  header: ofHeader,
  'not sent': ({ clause, what }, { context }) =>
    notRequiredAt(clause, context, `The ${what} is required, but requests without it succeeded`),
  'credential asked for': ofCredential,
  crash: ({ status }) => ofServer(`The server failed with status ${status}`),
  'secret shown': ({ name }) =>
    ofServer(`Responses contain "${name}", which is not in the document and looks like a secret`),
  'member lost': ({ name }) => ofServer(`"${name}" was sent and is required in the response, but was absent`),
  'let in': () => ofServer('Requests without a credential succeeded although the document requires one'),
  unreadable: () => ofServer('Some bodies do not fit their media type, or their status allows no body'),
}

function repairOfSubject<Kind extends ObservedSubject['kind']>(subject: Of<Kind>, given: Given): Made {
  const row = BY_KIND[subject.kind as Kind]
  return row(subject, given)
}

function ofServer(says: string): Repair {
  return { edits: [], says, side: 'server' }
}

/**
 * The repair for a part that has no place of its own in the document. It changes nothing, and leaves the
 * question to a person.
 */
const ELSEWHERE: Repair = {
  edits: [],
  says: 'The document contradicts the traffic, but Concordat cannot edit this place',
  side: 'question',
}

function ofMisfit(subject: Of<'misfit'>, { observation, context }: Given): Made {
  const place = editPlaceAt(context.document, subject.clause)
  if (place === undefined) return ELSEWHERE
  return repairOfMisfit({ place, subject, observation, ...context }) ?? ELSEWHERE
}

function ofMember({ clause, name }: Of<'unnamed member'>, { observation: { seen }, context }: Given): Made {
  const place = editPlaceAt(context.document, clause)
  if (place === undefined || seen === undefined) return ELSEWHERE
  if (isKeptToRequests(place, name, context.document)) return keptToRequests(name)
  return {
    edits: addingMemberEdits(place, name, seen, context.words),
    says: `"${name}" was seen, but the document does not declare it`,
    certainty: repairCertainty(seen),
  }
}

function ofStatus({ clause, status }: Of<'status'>, { observation, context }: Given): Made {
  const { content } = observation
  const response = {
    description: STATUS_CODES[status] ?? `Status ${status}`,
    ...(content.size > 0 && { content: contentOf(observation, context) }),
  }
  const responses = editPlaceAt(context.document, clause)
  const operation = editPlaceAt(context.document, clause.replace(/\/responses$/, ''))
  const says = `The operation returned ${status}, which the document does not list`
  const shared = [...content.values()].flatMap((seen) =>
    seen === undefined ? [] : context.alike.editsFor(seen, context.document),
  )
  if (responses !== undefined)
    return {
      edits: [...shared, ...settingEdits(responses, { [status]: response })],
      says,
      certainty: ofContent(content),
    }
  return (
    operation && {
      edits: [...shared, ...settingEdits(operation, { responses: { [status]: response } })],
      says,
      certainty: ofContent(content),
    }
  )
}

function ofMediaType(subject: Of<'media type'>, { observation, context }: Given): Made {
  const { clause, mediaType } = subject
  const holder = editPlaceAt(context.document, clause)
  if (holder === undefined) return ELSEWHERE
  const content = contentOf(observation, context)
  return {
    edits: [{ kind: 'merge', path: holder.path, members: { content } }],
    says: `${subject.direction === 'answer' ? 'Responses' : 'Requests that succeeded'} had the media type ${mediaType}, which the document does not list`,
    certainty: ofContent(observation.content),
  }
}

/**
 * Certainty of statuses and media types. That they occur is a fact, but the schemas of their bodies are
 * generalizations.
 */
function ofContent(content: ReadonlyMap<string, Sighting | undefined>): RepairCertainty {
  const seen = [...content.values()].filter((each) => each !== undefined)
  const [least] = seen.toSorted((one, other) => one.count - other.count)
  return least === undefined ? 'certain' : repairCertainty(least)
}

function contentOf(
  { content, fitting }: TrafficObservation,
  context: DifferenceContext,
): Readonly<Record<string, unknown>> {
  const entries = [...content].map(([mediaType, seen]) => {
    if (seen === undefined)
      return [
        mediaType,
        isTextMediaType(mediaType) && !isJson(mediaType) ? { schema: { type: 'string' } } : {},
      ]
    const [reference] = fitting.get(mediaType) ?? []
    const shared = reference === undefined ? context.alike.nameOf(seen) : undefined
    const $ref =
      reference === undefined ? shared && `#/components/schemas/${shared}` : context.pointerOf(reference)
    const schema = $ref === undefined ? schemaSeen(seen, context.words) : { $ref }
    return [mediaType, { schema, example: exampleSeen(seen) }]
  })
  return Object.fromEntries(entries)
}

function notRequiredAt(clause: string, { document }: DifferenceContext, says: string): Made {
  const place = editPlaceAt(document, clause)
  return place === undefined ? ELSEWHERE : { edits: removingEdits(place, 'required'), says }
}

/** An undocumented header does not contradict the document, so a person has to confirm it. */
function ofHeader({ clause, name }: Of<'header'>, { observation: { seen }, context }: Given): Made {
  const response = editPlaceAt(context.document, clause)
  if (response === undefined || seen === undefined) return undefined
  const written = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const isNumber = [...seen.values.values()].every(({ value }) => /^\d+$/.test(String(value)))
  const schema = { type: isNumber && !seen.hasMoreValues ? 'integer' : 'string' }
  return {
    edits: [{ kind: 'merge', path: response.path, members: { headers: { [written]: { schema } } } }],
    says: `Responses have the ${written} header, which the document declares only for other responses`,
    side: 'question',
    certainty: repairCertainty(seen),
  }
}

function ofCredential({ clause }: Of<'credential asked for'>, { observation, context }: Given): Made {
  const operation = editPlaceAt(context.document, clause)
  if (operation === undefined) return ELSEWHERE
  const says = 'The operation rejects requests without a credential, but the document requires none'
  const scheme = schemeOf(observation, context)
  if (scheme === undefined) return { edits: [], says, side: 'question' }
  return {
    edits: settingEdits(operation, { security: [{ [scheme]: [] }] }),
    says: `${says}; the server ${observation.schemes.size > 0 ? 'accepts' : 'asks for'} the credential for "${scheme}"`,
    certainty: observation.schemes.size > 0 ? 'certain' : 'likely',
  }
}

/**
 * The scheme whose credentials the server accepted or, failing that, the scheme in the challenge. `undefined`
 * if no scheme or several schemes are possible.
 */
function schemeOf(
  { schemes, challenges }: TrafficObservation,
  { securitySchemes }: DifferenceContext,
): string | undefined {
  const [taken, second] = schemes
  if (taken !== undefined) return second === undefined ? taken : undefined
  const named = [...challenges].map((each) => each.toLowerCase())
  const fitting = Object.entries(securitySchemes).flatMap(([name, { type, scheme }]) => {
    const word = type === 'http' ? (scheme ?? '') : type === 'apiKey' ? '' : 'bearer'
    return named.includes(word) ? [name] : []
  })
  return fitting.length === 1 ? fitting[0] : undefined
}
