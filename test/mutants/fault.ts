import { createHash } from 'node:crypto'
import type { Call, Reply, Send } from './exchange.ts'

/** The suite's rules that a fault can break, with their names from the design. */
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

/** Kinds of faults that occur in real services, across the rules. */
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

/** The behaviour of a faulty server. It is allowed to call the correct server any number of times. */
export type Behaviour = (call: Call, send: Send) => Promise<Reply>

/** The callers on whose behalf a fault can act. */
export interface World {
  /**
   * Returns the request with the key of a caller who is allowed to do everything in the tenant under test.
   */
  asOwner(call: Call): Call
  /**
   * Returns the request with the key of a caller who is allowed to do everything in another tenant, and
   * nothing in the first.
   */
  asStranger(call: Call): Call
  /** Path parameter values that lead to the other tenant's items: `organization_id`, `project_id`. */
  readonly strange: Readonly<Record<string, string>>
}

/** One way to break the contract. */
export interface Fault {
  /** Unique within its service. */
  readonly id: string
  readonly rule: Rule
  /** The kind that it shares with faults of other rules and services, which gets a separate score. */
  readonly kind?: Kind
  /** The broken clause: JSON Pointer into the merged document, or a section of a standard. */
  readonly clause: string
  /** One sentence: what the faulty server does. */
  readonly does: string
  /**
   * One sentence: why the suite, with only the information that it gets here, cannot detect the fault.
   * Printed if the fault is missed.
   */
  readonly unknowable?: string
  /**
   * operationIds that behave wrongly. All other exchanges pass through unchanged, except those in `watches`.
   */
  readonly operations: readonly string[]
  /** Further operationIds whose exchanges the behaviour needs to see, to keep its state. */
  readonly watches?: readonly string[]
  /** Creates the behaviour, with its own state. */
  readonly make: (world: World) => Behaviour
}

/** Decides which faults are reported separately; changing it reassigns them all. */
const SEED = 'concordat'

/**
 * True for a third of all ids: those faults are in files named "unseen-…". `service` is the service's name.
 */
export function isUnseen(service: string, id: string): boolean {
  const digest = createHash('sha256').update(`${SEED}/${service}/${id}`).digest()
  return digest.readUInt32BE() % 3 === 0
}

/**
 * Returns the fault's behaviour, limited to the requests to which it applies. For the rule `methods`,
 * requests with undocumented methods belong to the operations of their path.
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
