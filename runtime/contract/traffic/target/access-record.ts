import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { chooseRequirement } from '../../data/exchange/request.ts'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { readChallenge } from '../credentials/challenge.ts'
import { CREDENTIAL_PREFIX } from './target.ts'

/**
 * Some servers refuse requests for these reasons before they check the caller: the caller may be
 * unauthorised.
 */
const BEFORE_CALLER = ['method', 'media type', 'acceptance', 'content', 'pace', 'protocol'] as const

/** After so many 401 in a row, this is the operation's answer to this caller. */
const MOST_REFUSED = 2

/** One answer to the run's own credentials. */
interface Entry {
  readonly operation: OperationDescriptor
  readonly answer: Answer
  /** Credentials of the run, by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
}

/**
 * Records where the run's own credentials were accepted. An operation that refuses an unauthorised caller
 * tells nothing else: 401 and 403 from an operation that let nobody in are no basis for a verdict.
 */
export class AccessRecord {
  readonly #entered = new Set<string>()
  /** The last refusal by operationId, and the number of its status in a row. */
  readonly #refusing = new Map<string, { readonly answer: Answer; readonly times: number }>()
  /** Schemes with credentials that some operation accepted. */
  readonly #taken = new Set<string>()
  readonly #refusals = new WeakSet<Answer>()

  note({ operation: { operationId, security }, answer, credentials }: Entry): void {
    const { status } = answer
    if (mayRefuseFor(status, 'caller')) {
      this.#refusals.add(answer)
      const before = this.#refusing.get(operationId)
      const times = before?.answer.status === status ? before.times + 1 : 1
      this.#refusing.set(operationId, { answer, times })
    } else if (status < 500 && !mayRefuseFor(status, ...BEFORE_CALLER)) {
      this.#entered.add(operationId)
      for (const name of Object.keys(chooseRequirement(security, credentials) ?? {})) this.#taken.add(name)
    }
  }

  hasEntered({ operationId }: OperationDescriptor): boolean {
    return this.#entered.has(operationId)
  }

  /** True if an answer refused the run's own credentials, or a request of a run without any. */
  isRefusal(answer: Answer): boolean {
    return this.#refusals.has(answer)
  }

  /**
   * Why the run can tell nothing about credentials, and the remedy. A server that admits a run without
   * credentials, and has refused nobody, may have its authentication switched off.
   * @param given Credentials and headers of the run, by scheme and name.
   */
  whyOpen(given: Readonly<Record<string, string>>): Reason | undefined {
    const isOpen = this.#entered.size > 0 && this.#refusing.size === 0
    return isOpen && Object.keys(given).length === 0 ? { kind: 'perhaps open', setting: '--key' } : undefined
  }

  /** True if an operation requires a credential that the run lacks, and refused a request without it. */
  isClosed(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): boolean {
    const { security = [], operationId } = operation
    return (
      security.length > 0 &&
      chooseRequirement(security, credentials) === undefined &&
      this.#refusing.has(operationId) &&
      !this.#entered.has(operationId)
    )
  }

  /**
   * The 401 that an operation gives to every request with the run's own credentials: it came twice, and no
   * other answer did.
   */
  settled(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): Answer | undefined {
    const { answer, times = 0 } = this.#refusing.get(operation.operationId) ?? {}
    if (answer?.status !== 401 || times < MOST_REFUSED) return undefined
    return this.whySilent(operation, credentials) && answer
  }

  /**
   * Why a refusal tells nothing about the operation, and the remedy. `undefined` if it tells something: a
   * caller was admitted before, or the required credential is accepted elsewhere.
   */
  whySilent(
    operation: OperationDescriptor,
    credentials: Readonly<Record<string, string>>,
  ): Reason | undefined {
    const { answer } = this.#refusing.get(operation.operationId) ?? {}
    if (answer === undefined || this.#entered.has(operation.operationId)) return undefined
    const { status } = answer
    const { security } = operation
    if (mayRefusalBeAboutBody(operation, answer)) return undefined
    const given = Object.keys(credentials)
    if (security === undefined)
      return { kind: 'header wanted', status, isGiven: given.length > 0, setting: '--header' }
    const schemes = Object.keys(chooseRequirement(security, credentials) ?? {})
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
 * True if a refusal may be about a password in the body: the document requires no credential, and the answer
 * has no challenge.
 */
export function mayRefusalBeAboutBody(
  { security, responses, requestBody }: OperationDescriptor,
  { status, headers }: Answer,
): boolean {
  const asks = readChallenge(headers.get('www-authenticate')) !== undefined
  return security === undefined && requestBody !== undefined && Object.hasOwn(responses, status) && !asks
}
