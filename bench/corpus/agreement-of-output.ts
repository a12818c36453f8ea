import { join } from 'node:path'
import type { Agreement } from '../agreement/agreement.ts'
import { measure } from '../measure.ts'

/** Agreement between the client and server of one output, or why it could not be determined. */
export type OutputAgreement = Agreement | { readonly failure: string }

/** Time limit for the calls in milliseconds, which is far more than the largest document needs. */
const TIMEOUT_MS = 300_000

const PROGRAM = join(import.meta.dirname, 'call-output.ts')

/**
 * Makes all calls for one output in a separate process, because thousands of operations would otherwise stay
 * in memory.
 */
export async function agreementOfOutput(folder: string, signal: AbortSignal): Promise<OutputAgreement> {
  const { code, stdout, stderr } = await measure({ args: [PROGRAM, folder], timeoutMs: TIMEOUT_MS, signal })
  if (code === 0) return JSON.parse(stdout)
  return { failure: stderr.trim().split('\n').slice(0, 12).join('\n') || 'it was ended' }
}
