import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Finding } from '@concordat/contract'
import {
  isProvokedRefusal,
  ObservationRecorder,
  Observer,
  type Recorded,
  type TrafficObservation,
} from '@concordat/contract/passive'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { stepsOf } from '@concordat/runtime/pointer'
import { documentVersion } from '../../document/version.ts'
import { ProblemsError, type SourcePlace, UsageError } from '../../errors/problem.ts'
import type { Config } from '../../options/config/config-types.ts'
import { type DocumentConfig, type ReadDocument, readDocument } from '../../pipeline/read-document.ts'
import type { SideAtFault, TrafficDifference } from '../../repair/difference.ts'
import { type DifferenceContext, differencesObserved } from '../../repair/differences.ts'
import { type OverlayObject, overlayActions, overlayText, repairOverlay } from '../../repair/overlay.ts'
import { observeTraffic } from '../traffic/observe-all.ts'

/**
 * Maximum number of rounds. Repairing one fault, such as a wrong type, can reveal another in the next round.
 * Differences that remain after the last round are reported.
 */
const MOST_ROUNDS = 6

export interface ProposalOptions {
  readonly config: DocumentConfig & Pick<Config, 'strict'>
  /** The document before repair. */
  readonly read: ReadDocument
  /** Iterated several times. */
  readonly traffic: Iterable<Recorded>
  readonly bases: readonly string[]
  /** @see RecorderOptions */
  readonly trustsRequests: boolean
  /** True if the answer to a difference's question is "the document". */
  readonly isAccepted: (difference: TrafficDifference) => boolean
}

/** An overlay that makes a document consistent with traffic. */
export interface Proposal {
  readonly differences: readonly TrafficDifference[]
  /** Differences that the overlay repairs. */
  readonly taken: readonly TrafficDifference[]
  readonly overlay: OverlayObject
  /** The document with the overlay applied. */
  readonly after: ReadDocument
  /** Faults and questions that remain in the repaired document. */
  readonly left: readonly LeftUnrepaired[]
  /** Properties that no response contained. */
  readonly unseen: readonly UnseenMembers[]
  /** Number of exchanges with the document's server. */
  readonly exchanges: number
}

/** A server fault or a question that remains. */
export interface LeftUnrepaired {
  readonly side: Exclude<SideAtFault, 'document'>
  readonly says: string
}

/** Properties that an object schema declares but no response contained. */
export interface UnseenMembers {
  readonly pointer: string
  readonly names: readonly string[]
  /** Number of objects seen. */
  readonly of: number
}

/** Minimum number of observed objects before unseen properties are reported. */
const ENOUGH_OBJECTS = 10

/**
 * Reads the traffic until the overlay leaves no new differences, at most `MOST_ROUNDS` times, and then checks
 * the traffic against the document with the overlay.
 * @throws {UsageError} for Swagger 2.0. It is converted to OpenAPI 3, so the locations of differences do not
 * exist in the document.
 */
export async function proposeOverlay(options: ProposalOptions): Promise<Proposal> {
  const { version } = options.read
  if (version === '2.0')
    throw new UsageError(
      'Concordat cannot write an overlay for Swagger 2.0, because it compares traffic with the OpenAPI 3 form of the document. Fix: convert the document to OpenAPI 3, for instance with the "document" output.',
    )
  const folder = mkdtempSync(join(tmpdir(), 'concordat-repair-'))
  try {
    return await new Proposing(options, join(folder, 'overlay.json')).run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class Proposing {
  readonly #options: ProposalOptions
  readonly #file: string
  readonly #observations = new Map<string, TrafficObservation>()
  /** Keys of the differences whose actions made the document invalid. */
  readonly #refused = new Set<string>()
  /** Observations that led to no change. */
  #settled: ReadonlySet<TrafficObservation> = new Set()
  #answers: ReadonlyMap<string, number> = new Map()
  #unseen: readonly UnseenMembers[] = []

  constructor(options: ProposalOptions, file: string) {
    this.#options = options
    this.#file = file
  }

  async run(): Promise<Proposal> {
    let { read } = this.#options
    let differences: readonly TrafficDifference[] = []
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = this.#timesSeen()
      this.#observe(read, round === 0)
      if (this.#timesSeen() === before) break
      differences = this.#look()
      read = await this.#read(differences)
    }
    const taken = differences.filter((each) => this.#isTaken(each))
    return {
      differences,
      taken,
      overlay: this.#overlay(differences),
      after: read,
      left: await this.#left(read),
      unseen: this.#unseen,
      exchanges: [...this.#answers.values()].reduce((sum, times) => sum + times, 0),
    }
  }

  #timesSeen(): number {
    let times = 0
    for (const { evidence } of this.#observations.values()) times += evidence.times
    return times
  }

  #observe({ model }: ReadDocument, isFirst: boolean): void {
    const { bases, trustsRequests, traffic } = this.#options
    const recorder = new ObservationRecorder(
      { document: model.descriptor, bases, trustsRequests },
      { observations: this.#observations, settled: this.#settled },
    )
    for (const exchange of traffic) recorder.note(exchange)
    // This getter also removes the observations that other traffic contradicts.
    void recorder.observations
    if (!isFirst) return
    this.#answers = recorder.answers
    this.#unseen = [...recorder.members].flatMap(([pointer, { objects, members, names }]) => {
      const never = names.filter((name) => !members.has(name))
      return objects >= ENOUGH_OBJECTS && never.length > 0 ? [{ pointer, names: never, of: objects }] : []
    })
  }

  #look(): readonly TrafficDifference[] {
    const { model } = this.#options.read
    const context = contextOf(model, this.#answers)
    const found = differencesObserved(this.#observations.values(), context, (each) => this.#isTaken(each))
    const taken = new Set(
      found.flatMap(({ difference, observation }) => (this.#isTaken(difference) ? [observation] : [])),
    )
    this.#settled = new Set([...this.#observations.values()].filter((each) => !taken.has(each)))
    return found.map(({ difference }) => difference)
  }

  #isTaken(difference: TrafficDifference): boolean {
    if (difference.edits.length === 0 || this.#refused.has(askedDifferenceKey(difference))) return false
    return (
      difference.side === 'document' ||
      (difference.side === 'question' && this.#options.isAccepted(difference))
    )
  }

  #overlay(differences: readonly TrafficDifference[]): OverlayObject {
    return repairOverlay(
      this.#options.read.model,
      differences.filter((each) => this.#isTaken(each)),
    )
  }

  /**
   * Reads the document with the overlay. If a difference's action makes the document invalid, the difference
   * becomes a question.
   */
  async #read(differences: readonly TrafficDifference[]): Promise<ReadDocument> {
    const { config, read } = this.#options
    for (;;) {
      const overlay = this.#overlay(differences)
      if (overlay.actions.length === 0) return read
      writeFileSync(this.#file, overlayText(overlay, this.#file))
      try {
        return this.#placed(
          await readDocument({ ...config, overlays: [...(config.overlays ?? []), this.#file] }),
        )
      } catch (error) {
        if (!(error instanceof ProblemsError) || !this.#refuse(error, differences)) throw error
      }
    }
  }

  /** Replaces the overlay's file name in locations, because the temporary file is soon deleted. */
  #placed(read: ReadDocument): ReadDocument {
    const own = relative(process.cwd(), this.#file)
    const locate = (pointer: string): SourcePlace => {
      const place = read.locate(pointer)
      return place.file === own ? { file: 'the overlay', pointer: place.pointer } : place
    }
    return { ...read, locate }
  }

  /**
   * Marks the differences whose actions caused the problems.
   * @returns true if the error concerns the overlay's actions.
   */
  #refuse({ problems }: ProblemsError, differences: readonly TrafficDifference[]): boolean {
    const before = this.#refused.size
    const taken = differences.filter((each) => this.#isTaken(each))
    const owners = taken.flatMap((difference) => overlayActions([difference]).map(() => difference))
    for (const { place } of problems) {
      const [list, index] = stepsOf(place.pointer)
      const owner =
        list === 'actions' && place.file.endsWith('overlay.json') ? owners[Number(index)] : undefined
      if (owner !== undefined) this.#refused.add(askedDifferenceKey(owner))
    }
    return this.#refused.size > before
  }

  async #left({ model }: ReadDocument): Promise<readonly LeftUnrepaired[]> {
    const { bases, traffic, trustsRequests } = this.#options
    const observer = new Observer({ document: model.descriptor, bases, source: 'traffic' })
    await observeTraffic(observer, traffic)
    const { results } = observer.report()
    return results.flatMap(({ outcome, title }) =>
      outcome.status === 'failed'
        ? outcome.findings.flatMap((finding): readonly LeftUnrepaired[] => {
            if (isOfRequest(finding, trustsRequests)) return []
            const { expected, received } = finding
            return [
              { side: sideOfFinding(finding), says: `${title}: expected ${expected}; received ${received}` },
            ]
          })
        : [],
    )
  }
}

/**
 * True for a finding that is caused by the request alone: a rule provoked it, or the request was HEAD instead
 * of GET.
 */
function isOfRequest({ kind, exchange: { request, response } }: Finding, trustsRequests: boolean): boolean {
  if (kind === 'undocumented status')
    return request.method === 'HEAD' || (!trustsRequests && isProvokedRefusal(response?.status ?? 0))
  return kind === 'excluded body taken' && !trustsRequests
}

/** Kinds of findings that are always the server's fault, so that the document should stay unchanged. */
const OF_SERVERS: ReadonlySet<string> = new Set([
  'body unreadable',
  'content where none is',
  'items unreadable',
])

function sideOfFinding({ kind, data, exchange }: Finding): LeftUnrepaired['side'] {
  if (kind === 'other media type' && data['received'] === 'no Content-Type') return 'server'
  const isCrash = kind === 'undocumented status' && (exchange.response?.status ?? 0) >= 500
  return isCrash || OF_SERVERS.has(kind) ? 'server' : 'question'
}

/** Identifies a difference across rounds. */
export function askedDifferenceKey({ kind, pointer, says }: TrafficDifference): string {
  return JSON.stringify([kind, pointer, says])
}

function contextOf(
  { document, descriptor }: { readonly document: unknown; readonly descriptor: DocumentDescriptor },
  answers: ReadonlyMap<string, number>,
): Omit<DifferenceContext, 'alike'> {
  return {
    ...{ document, answers, securitySchemes: descriptor.securitySchemes },
    words: { hasNullable: documentVersion(document as { readonly openapi?: unknown })?.hasNullable === true },
    pointerOf(reference) {
      const name = reference.replace(/^#\/\$defs\//, '')
      return descriptor.places?.[name] ?? `#/components/schemas/${name}`
    },
  }
}
