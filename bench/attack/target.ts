import { join } from 'node:path'
import type { Child } from '../child.ts'
import { type Attempt, sendAll, type Tried } from './attempt.ts'
import { type Has, limits } from './limits.ts'
import { type Observed, Watched } from './watch.ts'

/** Module that is preloaded into the attacked program. */
export const PROBE = join(import.meta.dirname, 'probe.mjs')

/** This repository's command-line program. */
export const CLI = join(import.meta.dirname, '../../generator/cli.ts')

/** Settings of an attack. */
export interface Attacking {
  /** Folder for temporary files, removed afterwards. */
  readonly folder: string
  /** Seed for randomly generated requests. */
  readonly seed: number
  /** Ends what was started. */
  readonly signal: AbortSignal
  /** Called with the outcome of each attempt. */
  readonly onRow: (row: Row) => void
}

/** A program under attack, and how it is attacked. */
export interface Target {
  readonly name: string
  readonly attack: (attacking: Attacking) => Promise<void>
}

/** The outcome of an attempt. Seconds and MB are NaN if they were not measured. */
export interface Row extends Omit<Observed<Tried>, 'result'>, Tried {
  readonly target: string
  readonly name: string
  readonly has: Has
  /** CPU seconds that the attempt may take. */
  readonly mostProcessor: number
}

/** Returns the limits and expectations that an attempt violates. */
export function faultsOf(row: Row): string[] {
  const { has, wrong, silence, processor, megabytesAbove, mostProcessor } = row
  return [
    ...(wrong.length > 0 ? [`answers: ${wrong.join(', ')}`] : []),
    ...(silence > limits.silence[has] ? [`silent for more than ${limits.silence[has]} s`] : []),
    ...(processor > mostProcessor ? [`more than ${mostProcessor.toFixed(1)} s of processor time`] : []),
    ...(megabytesAbove > limits.megabytes ? [`more than ${limits.megabytes} MB`] : []),
  ]
}

/**
 * Maximum number of tries for an attempt that exceeds its limits. Other work on the machine can only increase
 * its times, so one try within the limits is enough.
 */
const TRIES = 3

/**
 * Makes one attempt after another on a server that runs in a process of its own, and repeats those that
 * exceed their limits.
 */
export async function attackServer(
  { child, target }: { readonly child: Child; readonly target: string },
  attempts: readonly Attempt[],
  onRow: Attacking['onRow'],
): Promise<void> {
  const watched = new Watched(child.process)
  for (const attempt of attempts) {
    const once = async (): Promise<Row> => {
      const { result, ...seen } = await watched.during(() => sendAll(child.url, attempt))
      return {
        target,
        name: attempt.name,
        has: attempt.has ?? 'nothing',
        ...result,
        ...seen,
        ...boundOf(attempt, result),
      }
    }
    let row = await once()
    for (let tries = 1; tries < TRIES && row.wrong.length === 0 && faultsOf(row).length > 0; tries++)
      row = await once()
    onRow(row)
  }
}

/** CPU time that an attempt may take. */
function boundOf(
  { parts = 0, mostProcessor }: Attempt,
  { tried, megabytes }: Tried,
): Pick<Row, 'mostProcessor'> {
  const { processor, request, part } = limits
  return {
    mostProcessor: mostProcessor ?? processor * Math.max(1, megabytes) + tried * (request + parts * part),
  }
}
