import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { operationById } from '../../data/document/resource-lookup.ts'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { isStatementErrorTold } from '../../lexicon/lexicon.ts'

/**
 * Server errors of a run, whatever the request was for. Only the first one for each operation and status is
 * kept, because error messages differ between requests. A rejected database statement is an error of its own.
 */
export class Crashes {
  readonly #document: DocumentDescriptor
  readonly #seen = new Map<string, Finding>()
  readonly #told: Finding[] = []

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Adds a server error. @returns True if it is the first for its operation and status. */
  note(crash: Finding): boolean {
    const key = `${crash.operationId} ${kindOf(crash)}`
    const isFirst = !this.#seen.has(key)
    if (isFirst) this.#seen.set(key, crash)
    return isFirst
  }

  /** Marks the server errors among the findings of rules as reported. */
  tell(findings: readonly Finding[]): void {
    this.#told.push(...findings.filter(({ weight }) => weight === 'crash'))
  }

  /** Returns server errors that no rule has reported. Afterwards, they count as reported. */
  takeUntold(): readonly Finding[] {
    const untold = [...this.#seen.values()].filter((crash) => !this.#isTold(crash))
    this.tell(untold)
    return untold
  }

  /**
   * True if a rule has reported the status for the operation. Also true if it was reported in a finding about
   * another operation, but for a request to this one, such as a read of a deleted item.
   */
  #isTold(crash: Finding): boolean {
    const { operationId } = crash
    const operation = operationById(this.#document, operationId)
    return this.#told.some(
      (finding) =>
        kindOf(finding) === kindOf(crash) &&
        (finding.operationId === operationId ||
          (operation !== undefined && isOf(operation, finding.exchange))),
    )
  }
}

/** The status of a crash, and its kind if the response tells it. */
function kindOf({ exchange: { response } }: Finding): string {
  return `${response?.status}${isStatementErrorTold(response?.body ?? '') ? ' statement' : ''}`
}

/** True if a request could be for an operation, judging by method and path. */
function isOf({ method, path }: OperationDescriptor, { request }: Exchange): boolean {
  const fixed = path.split(/\{[^}]*\}/).map((part) => part.replace(/[^\w/]/g, '\\$&'))
  return (
    request.method === method && new RegExp(`${fixed.join('[^/]+')}$`).test(new URL(request.url).pathname)
  )
}
