import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { requirementOfRequest } from '../../data/exchange/request.ts'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { readChallenge } from '../credentials/challenge.ts'
import { CREDENTIAL_PREFIX } from './target.ts'

/**
 * Reasons for which some servers reject requests before they check the caller, so such a rejection does not
 * show that the caller is authorized.
 */
const BEFORE_CALLER = ['method', 'media type', 'acceptance', 'content', 'pace', 'protocol'] as const

/**
 * Number of consecutive 401s after which the run assumes that the operation always responds to this caller
 * with 401.
 */
const MOST_REFUSED = 2

/** One response to the run's own credentials. */
interface Entry {
  readonly operation: OperationDescriptor
  readonly answer: Answer
  /** The run's credentials, keyed by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
}

/**
 * Records where the run's own credentials were accepted. An operation reveals nothing about itself to a
 * caller that it rejects. A 401 or 403 from an operation that rejected every caller is therefore no basis for
 * a verdict.
 */
export class AccessRecord {
  readonly #entered = new Set<string>()
  /** The last rejection for each operationId, and the number of consecutive rejections with its status. */
  readonly #refusing = new Map<
    string,
    { readonly answer: Answer; readonly times: number; readonly isPublic: boolean }
  >()
  /** Schemes whose credentials some operation accepted. */
  readonly #taken = new Set<string>()
  readonly #refusals = new WeakSet<Answer>()

  note({ operation: { operationId, security }, answer, credentials }: Entry): void {
    const { status } = answer
    if (mayRefuseFor(status, 'caller')) {
      this.#refusals.add(answer)
      const before = this.#refusing.get(operationId)
      const times = before?.answer.status === status ? before.times + 1 : 1
      this.#refusing.set(operationId, { answer, times, isPublic: security === undefined })
    } else if (status < 500 && !mayRefuseFor(status, ...BEFORE_CALLER)) {
      this.#entered.add(operationId)
      for (const name of Object.keys(requirementOfRequest(security, credentials) ?? {})) this.#taken.add(name)
    }
  }

  hasEntered({ operationId }: OperationDescriptor): boolean {
    return this.#entered.has(operationId)
  }

  /**
   * True if the operation accepted the run's credentials, or if others did and this one has not rejected
   * them.
   */
  accepts(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): boolean {
    const { operationId, security } = operation
    const schemes = Object.keys(requirementOfRequest(security, credentials) ?? {})
    const isTaken = schemes.length > 0 && schemes.every((name) => this.#taken.has(name))
    return this.#entered.has(operationId) || (isTaken && !this.#refusing.has(operationId))
  }

  /**
   * True if a response rejected the run's own credentials, or a request without a credential if the run has
   * none.
   */
  isRefusal(answer: Answer): boolean {
    return this.#refusals.has(answer)
  }

  /**
   * Explains why the run can prove nothing about credentials, and how to fix that. If a server accepts a run
   * without credentials, and has rejected nobody, its authentication might be switched off.
   * @param given The run's credentials and headers, by scheme and name.
   */
  whyOpen(given: Readonly<Record<string, string>>): Reason | undefined {
    const isOpen = this.#entered.size > 0 && this.#refusing.size === 0
    return isOpen && Object.keys(given).length === 0 ? { kind: 'perhaps open', setting: '--key' } : undefined
  }

  /**
   * Explains why the run learns nothing about a server that has rejected every request, although the document
   * requires no credential. @param given The run's credentials and headers, by scheme and name.
   */
  whyShutOut(given: Readonly<Record<string, string>>): Reason | undefined {
    const [first, ...others] = this.#refusing.values()
    if (this.#entered.size > 0 || first === undefined || others.length === 0) return undefined
    if (![first, ...others].every(({ isPublic }) => isPublic)) return undefined
    return {
      ...{ kind: 'header wanted', isEverywhere: true, setting: '--header' },
      ...{ status: first.answer.status, isGiven: Object.keys(given).length > 0 },
    }
  }

  /** True if an operation requires a credential that the run lacks, and rejected a request without it. */
  isClosed(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): boolean {
    const { security = [], operationId } = operation
    return (
      security.length > 0 &&
      requirementOfRequest(security, credentials) === undefined &&
      this.#refusing.has(operationId) &&
      !this.#entered.has(operationId)
    )
  }

  /**
   * Returns the 401 that an operation is assumed to give to every request with the run's own credentials, if
   * at least its last two rejections were 401s, and no request was accepted.
   */
  settled(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): Answer | undefined {
    const { answer, times = 0 } = this.#refusing.get(operation.operationId) ?? {}
    if (answer?.status !== 401 || times < MOST_REFUSED) return undefined
    return this.whySilent(operation, credentials) && answer
  }

  /**
   * Explains why an error response says nothing about the operation, and how to fix that. `undefined` if it
   * does say something, for example because the operation accepted a caller before, or because the required
   * credential is accepted elsewhere.
   */
  whySilent(
    operation: OperationDescriptor,
    credentials: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Reason | undefined {
    const { answer } = this.#refusing.get(operation.operationId) ?? {}
    if (answer === undefined || this.#entered.has(operation.operationId)) return undefined
    const { status } = answer
    const { security } = operation
    if (mayBodyGrantAccess(operation, answer)) return undefined
    const given = Object.keys(credentials)
    if (security === undefined) {
      const isGiven = given.length > 0 || Object.keys(headers).length > 0
      return { kind: 'header wanted', status, isGiven, setting: '--header' }
    }
    const schemes = Object.keys(requirementOfRequest(security, credentials) ?? {})
    if (schemes.length === 0) {
      const [missing = []] = security.map((wanted) =>
        Object.keys(wanted).filter((name) => !given.includes(name)),
      )
      const variables = missing.map((name) => `${CREDENTIAL_PREFIX}${environmentName(name)}`)
      return { kind: 'credential missing', schemes: missing, variables, setting: variables[0] }
    }
    if (status === 401 && schemes.every((name) => this.#taken.has(name))) return undefined
    return { kind: status === 401 ? 'credential refused' : 'credential too weak', schemes }
  }
}

/**
 * True if a documented error response can concern a password in the body, because the document requires no
 * credential and the response has no challenge.
 */
export function mayBodyGrantAccess(
  { security, responses, requestBody }: OperationDescriptor,
  { status, headers }: Answer,
): boolean {
  const asks = readChallenge(headers.get('www-authenticate')) !== undefined
  return security === undefined && requestBody !== undefined && Object.hasOwn(responses, status) && !asks
}
