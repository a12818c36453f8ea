import { createHash } from 'node:crypto'
import type { Call, Reply, Send } from './exchange.ts'

/** The rules of the suite that a fault can break, as the design names them. */
export const RULES = [
  'conformance',
  'lifecycle',
  'read-only',
  'transition',
  'unknown-id',
  'authentication',
  'scopes',
  'tenancy',
  'negative',
  'list-protocol',
  'methods',
] as const

export type Rule = (typeof RULES)[number]

/** Kinds of faults that real services have, and that cut across the rules. */
export const KINDS = [
  'defaults',
  'types',
  'enum-case',
  'content-types',
  'credentials',
  'partial-refusals',
  'revivals',
  'counts-under-filters',
  'filters-after-pages',
  'twins',
  'arrays',
  'long-texts',
  'non-ascii',
  'neighbours',
  'unreadable-items',
  'hosts',
  'boundaries',
  'parents',
  'read-only-keys',
  'media-types',
  'examples',
  'conditions',
  'idempotency',
  'locations',
  'multipart',
  'characters',
  'int64',
  'odd-pairs',
  'free-objects',
] as const

export type Kind = (typeof KINDS)[number]

export type ServiceName = 'reference' | 'store'

/** The behaviour of a faulty server. It may ask the correct one any number of times. */
export type Behaviour = (call: Call, send: Send) => Promise<Reply>

/** The callers that a fault can act as. */
export interface World {
  /** The request with the key of a caller of the tenant under test who may do everything there. */
  asOwner(call: Call): Call
  /**
   * The request with the key of a caller who may do everything in another tenant, and nothing in the first.
   */
  asStranger(call: Call): Call
  /**
   * A path parameter's value in the other tenant, which leads to its items: `organization_id`, `project_id`.
   */
  readonly strange: Readonly<Record<string, string>>
}

/** One way to break the contract. */
export interface Fault {
  /** Unique within its service. */
  readonly id: string
  readonly rule: Rule
  /** Its kind, in common with faults of other rules and services, for a score of its own. */
  readonly kind?: Kind
  /** The broken clause: JSON Pointer into the merged document, or a section of a standard. */
  readonly clause: string
  /** One sentence: what the faulty server does. */
  readonly does: string
  /**
   * One sentence: why the suite, told no more than it is here, cannot know.
   * Printed where the fault is missed.
   */
  readonly unknowable?: string
  /** operationIds that behave wrongly. Everything else goes through unchanged, but to `watches`. */
  readonly operations: readonly string[]
  /** operationIds whose exchanges the behaviour has to see beside those, to keep state. */
  readonly watches?: readonly string[]
  /** Makes the behaviour, with state of its own. */
  readonly make: (world: World) => Behaviour
}

/** Decides which faults are reported on their own; changing it assigns all of them anew. */
const SEED = 'concordat'

/** True for a third of all ids: those faults live in files named "unseen-…". `service` is its name. */
export function isUnseen(service: string, id: string): boolean {
  const digest = createHash('sha256').update(`${SEED}/${service}/${id}`).digest()
  return digest.readUInt32BE() % 3 === 0
}

/**
 * The fault's behaviour, where it applies. Undocumented methods count to the operations of
 * their path, for faults of methods.
 */
export function behaviourOf({ rule, operations, watches = [], make }: Fault, world: World): Behaviour {
  const behave = make(world)
  const touched = new Set([...operations, ...watches])
  return (call, send) => {
    const undocumented = rule === 'methods' ? call.neighbours : []
    const concerned = call.operationId === undefined ? undocumented : [call.operationId]
    return concerned.some((operationId) => touched.has(operationId)) ? behave(call, send) : send(call)
  }
}
