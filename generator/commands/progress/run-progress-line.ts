import type { RunProgress } from '@concordat/contract'
import { counted } from '../../errors/counted.ts'
import type { Progress } from './progress.ts'

/** Shows the progress of a run of rules: "312/1040, 2 failed, 1893 requests, 12 s  listPets: negative". */
export class RunProgressLine {
  readonly #progress: Progress
  readonly #started = performance.now()
  #step: RunProgress | undefined
  #requests = 0

  constructor(progress: Progress) {
    this.#progress = progress
  }

  step(step: RunProgress): void {
    this.#step = step
    this.#show()
  }

  request(): void {
    this.#requests++
    this.#show()
  }

  #show(): void {
    if (this.#step === undefined) return
    const { done, total, failed, operationId, rule } = this.#step
    const seconds = Math.floor((performance.now() - this.#started) / 1000)
    this.#progress.live(
      `${done}/${total}, ${failed} failed, ${counted(this.#requests, 'request')}, ${seconds} s  ${operationId}: ${rule}`,
    )
  }
}
